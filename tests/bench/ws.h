// What both C programs need of WebSocket and time. No error handling beyond "stop and say why".
#pragma once
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static void stop(const char *why) {
  fprintf(stderr, "%s: %s\n", why, errno ? strerror(errno) : "");
  exit(2);
}

static inline uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline void *space(void *old, size_t size) {
  void *p = realloc(old, size);
  if (!p) stop("memory");
  return p;
}

// Length of the frame at p, or 0 where it is not whole; `body` and `size` are its payload (still masked).
static size_t frame_at(uint8_t *p, size_t left, uint8_t **body, size_t *size) {
  if (left < 2) return 0;
  size_t head = 2, n = p[1] & 127;
  if (n == 126) {
    if (left < 4) return 0;
    n = (size_t)p[2] << 8 | p[3];
    head = 4;
  } else if (n == 127) {
    if (left < 10) return 0;
    n = 0;
    for (int i = 2; i < 10; i++) n = n << 8 | p[i];
    head = 10;
  }
  if (p[1] & 128) head += 4;
  if (left < head + n) return 0;
  *body = p + head;
  *size = n;
  return head + n;
}

// A frame's header for a payload of `size` bytes; masked ones have the key 0, so that the payload stays as it is.
static size_t put_header(uint8_t *p, int opcode, size_t size, int masked) {
  size_t o = 0;
  uint8_t mask = masked ? 128 : 0;
  p[o++] = (uint8_t)(0x80 | opcode);
  if (size < 126) {
    p[o++] = mask | (uint8_t)size;
  } else if (size < 65536) {
    p[o++] = mask | 126;
    p[o++] = (uint8_t)(size >> 8);
    p[o++] = (uint8_t)size;
  } else {
    p[o++] = mask | 127;
    for (int i = 7; i >= 0; i--) p[o++] = (uint8_t)((uint64_t)size >> (8 * i));
  }
  if (masked) {
    memset(p + o, 0, 4);
    o += 4;
  }
  return o;
}
