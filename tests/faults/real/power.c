/* A power cut and a full disk, for a Redis that this library is loaded into.

   Each successful sync of an append-only file notes, in FILE.synced beside it, how long the file was when the sync began:
   so much survives a power cut, and the rest is cut off before the next start. While the file named by DISK_FULL exists,
   no write to an append-only file succeeds. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_log(int fd, char *path, size_t room) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, room - 1);
    if (n <= 0) return 0;
    path[n] = 0;
    size_t end = strlen(".incr.aof");
    return (size_t)n > end && strcmp(path + n - end, ".incr.aof") == 0;
}

static int synced(int fd, int (*real)(int)) {
    struct stat before;
    char path[4096];
    int is_known = fstat(fd, &before) == 0 && is_log(fd, path, sizeof path - 8);
    int result = real(fd);
    if (result == 0 && is_known) {
        strcat(path, ".synced");
        int note = open(path, O_CREAT | O_WRONLY, 0600);
        if (note >= 0) {
            char text[32];
            int length = snprintf(text, sizeof text, "%020lld", (long long)before.st_size);
            if (pwrite(note, text, length, 0) < 0) abort();
            close(note);
        }
    }
    return result;
}

int fdatasync(int fd) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    return synced(fd, real);
}

int fsync(int fd) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    return synced(fd, real);
}

ssize_t write(int fd, const void *bytes, size_t count) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    const char *flag = getenv("DISK_FULL");
    char path[4096];
    if (flag && access(flag, F_OK) == 0 && is_log(fd, path, sizeof path)) {
        errno = ENOSPC;
        return -1;
    }
    return real(fd, bytes, count);
}
