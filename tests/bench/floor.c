// The floor of echo and fan-out on this machine: one epoll loop, one write for each reader, no work in between.
// It greets the first frame of a connection; each further one is acknowledged, then told to everybody in one prepared
// frame of BYTES payload. With BYTES 0 it only acknowledges.
//   usage: floor PORT BYTES
#include "ws.h"

static const char AGREED[] = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             "Sec-WebSocket-Accept: x\r\nSec-WebSocket-Protocol: fray.v1.msgpack\r\n\r\n";
enum { CONNECTIONS = 32768 };
static int place[CONNECTIONS];   // 0 nobody, 1 before the handshake, 2 before hello, 3 listens
static int listening[CONNECTIONS], listeners;
static uint32_t number;
static size_t update_bytes;

static void send_all(int fd, const uint8_t *data, size_t size) {
  if (write(fd, data, size) != (ssize_t)size) stop("a reader of the floor is too slow");
}

static size_t map_of(uint8_t *p, const char *type, size_t pad) {
  size_t o = 0, length = strlen(type);
  p[o++] = pad ? 0x83 : 0x82;
  memcpy(p + o, "\xa4type", 5);
  o += 5;
  p[o++] = (uint8_t)(0xa0 | length);
  memcpy(p + o, type, length);
  o += length;
  memcpy(p + o, "\xa1n\xce", 3);
  o += 3;
  for (int i = 3; i >= 0; i--) p[o++] = (uint8_t)(number >> (8 * i));
  if (!pad) return o;
  memcpy(p + o, "\xa3pad\xc5", 5);
  o += 5;
  p[o++] = (uint8_t)(pad >> 8);
  p[o++] = (uint8_t)pad;
  memset(p + o, 'x', pad);
  return o + pad;
}

static void say(int fd, const char *type) {
  uint8_t body[64], data[80];
  size_t size = map_of(body, type, 0), head = put_header(data, 2, size, 0);
  memcpy(data + head, body, size);
  send_all(fd, data, head + size);
}

static void tell_everybody(void) {
  static uint8_t body[70000], data[70016];
  size_t size = map_of(body, "update", update_bytes), head = put_header(data, 2, size, 0);
  memcpy(data + head, body, size);
  for (int i = 0; i < listeners; i++) send_all(listening[i], data, head + size);
}

static void take(int fd) {
  if (place[fd] == 2) {
    place[fd] = 3;
    listening[listeners++] = fd;
    say(fd, "welcome");
    return;
  }
  number++;
  say(fd, "ack");
  if (update_bytes) tell_everybody();
}

static void leave(int fd) {
  for (int i = 0; i < listeners; i++)
    if (listening[i] == fd) listening[i] = listening[--listeners];
  place[fd] = 0;
  close(fd);
}

static void read_from(int fd) {
  static uint8_t in[65536];
  ssize_t got = read(fd, in, sizeof in);
  if (got <= 0) {
    leave(fd);
    return;
  }
  if (place[fd] == 1) {
    place[fd] = 2;
    send_all(fd, (const uint8_t *)AGREED, sizeof AGREED - 1);
    return;
  }
  size_t at = 0, length, size;
  uint8_t *body;
  while ((length = frame_at(in + at, (size_t)got - at, &body, &size))) {
    take(fd);
    at += length;
  }
}

int main(int count, char **words) {
  if (count != 3) stop("usage: floor PORT BYTES");
  update_bytes = (size_t)atoi(words[2]);
  int one = 1, door = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), poll = epoll_create1(0);
  setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(words[1]))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(door, (struct sockaddr *)&address, sizeof address) || listen(door, 4096)) stop("bind");
  struct epoll_event event = {.events = EPOLLIN, .data.fd = door}, events[256];
  epoll_ctl(poll, EPOLL_CTL_ADD, door, &event);
  for (;;) {
    int ready = epoll_wait(poll, events, 256, 120000);
    if (ready <= 0) return 0;
    for (int i = 0; i < ready; i++) {
      int fd = events[i].data.fd, client;
      if (fd != door) {
        read_from(fd);
        continue;
      }
      while ((client = accept4(door, 0, 0, SOCK_NONBLOCK)) >= 0) {
        if (client >= CONNECTIONS) stop("too many connections");
        setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        place[client] = 1;
        event.data.fd = client;
        epoll_ctl(poll, EPOLL_CTL_ADD, client, &event);
      }
    }
  }
}
