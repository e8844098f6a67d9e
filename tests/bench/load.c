// The load generator: plays a tape of intents at many tables over WebSockets, one step after the other at each table.
// It never decides anything: the tape says who sends which bytes, and what the game master must have been told before
// the next step (the server's own commits included). One rejected intent is the end of the run.
//   usage: load [options] TAPE
//     -p PORT   -t N only the first N tables   -s N only the first N steps of each
//     -k N      so many more spectators at the first table; a step then ends when all spectators were told of it,
//               and all is over when the first table's steps are
//     -w        print {"open"} and wait for a line on stdin before the first step; in the end everybody stays until
//               stdin is closed or has a line
//     -i US     start a step of a table at most this often (microseconds); not at a table with more spectators
//     -r        print every latency, in order
//     -S PID    measure the CPU time of this process too (several)
#include "ws.h"
#include <dirent.h>
#include <getopt.h>

typedef struct { uint32_t sender, gm_n, crowd_n, size; uint8_t *body; } Step;
typedef struct { uint32_t size; uint8_t *body; } Bytes;
typedef struct Table Table;
typedef struct { int fd, place, is_gm, is_crowd; uint32_t n; Table *table; uint8_t *rest; size_t left; } Seat;
struct Table {
  uint32_t seats, steps, at, told, public_n;
  Bytes *hello; Step *step; Seat *seat;
  int is_acked; uint64_t sent_ns, due_ns;
};
enum { CONNECTING, GREETING, SEATED };
static Table *tables; static uint32_t table_count; static Seat *crowd; static uint32_t crowd_size;
static int poll_fd, port = 8642, is_raw; static uint32_t only_steps; static uint64_t every_ns, crowd_bytes, crowd_frames;
static int pids[8], pid_count; static uint32_t seated, playing;
typedef struct { uint32_t *us10; size_t count, room; } Times;
static Times acks, others, lasts, firsts, besides; static uint64_t *ack_ns; static size_t ack_room;
static const char REQUEST[] = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
  "Sec-WebSocket-Protocol: fray.v1.msgpack\r\n\r\n";

// --- time and CPU

static double cpu_s(int pid) {
  char path[96];
  double total = 0;
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *tasks = opendir(path);
  if (!tasks) return 0;
  for (struct dirent *entry; (entry = readdir(tasks));) {
    unsigned long long ns = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%.20s/schedstat", pid, entry->d_name);
    FILE *file = entry->d_name[0] == '.' ? 0 : fopen(path, "r");
    if (file && fscanf(file, "%llu", &ns) == 1) total += (double)ns / 1e9;
    if (file) fclose(file);
  }
  closedir(tasks);
  return total;
}

static void note(Times *times, uint64_t from, uint64_t to) {
  if (times->count == times->room) times->us10 = space(times->us10, 4 * (times->room = 2 * times->room + 4096));
  times->us10[times->count++] = (uint32_t)((to - from) / 100);
}

static int by_size(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

// --- MessagePack, as much as is needed

static uint64_t big(const uint8_t *p, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; i++) value = value << 8 | p[i];
  return value;
}

static const uint8_t *skip(const uint8_t *p);

static const uint8_t *skip_many(const uint8_t *p, uint64_t count) {
  while (count--) p = skip(p);
  return p;
}

static const uint8_t *skip(const uint8_t *p) {
  uint8_t c = *p++;
  if (c < 0x80 || c >= 0xe0 || c == 0xc0 || c == 0xc2 || c == 0xc3) return p;
  if (c < 0x90) return skip_many(p, 2 * (c & 15u));
  if (c < 0xa0) return skip_many(p, c & 15u);
  if (c < 0xc0) return p + (c & 31);
  switch (c) {
    case 0xc4: case 0xd9: return p + 1 + p[0];
    case 0xc5: case 0xda: return p + 2 + big(p, 2);
    case 0xc6: case 0xdb: return p + 4 + big(p, 4);
    case 0xcc: case 0xd0: return p + 1;
    case 0xcd: case 0xd1: return p + 2;
    case 0xca: case 0xce: case 0xd2: return p + 4;
    case 0xcb: case 0xcf: case 0xd3: return p + 8;
    case 0xdc: return skip_many(p + 2, big(p, 2));
    case 0xdd: return skip_many(p + 4, big(p, 4));
    case 0xde: return skip_many(p + 2, 2 * big(p, 2));
    case 0xdf: return skip_many(p + 4, 2 * big(p, 4));
  }
  stop("unknown MessagePack");
  return p;
}

static uint32_t whole(const uint8_t *p) {
  uint8_t c = *p;
  return c < 0x80 ? c : c == 0xcc ? (uint32_t)big(p + 1, 1) : c == 0xcd ? (uint32_t)big(p + 1, 2) : (uint32_t)big(p + 1, 4);
}

// The first letters of the message's type, and its n if it has one before its bodies.
static char type_of(const uint8_t *p, uint32_t *n) {
  uint32_t pairs = *p >= 0x80 && *p < 0x90 ? *p & 15u : 0;
  if (!pairs || memcmp(p + 1, "\xa4type", 5)) stop("a message that does not begin with its type");
  const char *type = (const char *)p + 7;
  const uint8_t *at = skip(p + 6);
  char kind = memcmp(type, "ack", 3) == 0 ? 'a' : memcmp(type, "update", 6) == 0 ? 'u'
            : memcmp(type, "welcome", 7) == 0 ? 'w' : memcmp(type, "presence", 8) == 0 ? 'p' : '!';
  if (kind == 'u' || kind == 'w')
    for (uint32_t i = 1; i < pairs; i++, at = skip(skip(at)))
      if (at[0] == 0xa1 && at[1] == 'n') {
        *n = whole(at + 2);
        break;
      }
  return kind;
}

// --- the game

static void send_frame(Seat *seat, const uint8_t *body, size_t size, int opcode) {
  static uint8_t data[70000];
  size_t head = put_header(data, opcode, size, 1);
  memcpy(data + head, body, size);
  if (send(seat->fd, data, head + size, MSG_NOSIGNAL) != (ssize_t)(head + size)) stop("the server does not read");
}

static void play(Table *table) {
  if (table->at == table->steps) {
    playing--;
    return;
  }
  Step *step = &table->step[table->at];
  table->is_acked = 0;
  table->told = 0;
  table->sent_ns = now_ns();
  table->due_ns = table->sent_ns + every_ns;
  send_frame(&table->seat[step->sender], step->body, step->size, 2);
}

static void look(Table *table) {
  Step *step = &table->step[table->at];
  uint32_t wanted = crowd_size && step->crowd_n && table == tables ? crowd_size + 1 : 0;
  if (table->is_acked != 1 || table->seat[0].n < step->gm_n || table->told < wanted) return;
  if (wanted && step->crowd_n == table->public_n + 1) note(&lasts, table->sent_ns, now_ns());  // one update, not two
  if (step->crowd_n) table->public_n = step->crowd_n;
  table->at++;
  if (!every_ns || (crowd_size && table == tables)) play(table);
  else if (table->at == table->steps) playing--;
  else table->is_acked = 2;  // waits for its time
}

static void take_update(Seat *seat, uint32_t n) {
  Table *table = seat->table;
  uint32_t before = seat->n;
  seat->n = n;
  if (!playing || table->at == table->steps) return;
  Step *step = &table->step[table->at];
  if (seat->is_gm && step->sender && table->told < 1u << 30 && !crowd_size && before < step->gm_n) {
    note(&others, table->sent_ns, now_ns());
    table->told = 1u << 30;  // only the first one after a step counts
  }
  if (seat->is_crowd && crowd_size && step->crowd_n && before < step->crowd_n && n >= step->crowd_n) table->told++;
  look(table);
}

static void take(Seat *seat, uint8_t *body, size_t size) {
  uint32_t n = seat->n;
  char kind = type_of(body, &n);
  if (seat->is_crowd && kind == 'u') {
    crowd_bytes += size;
    crowd_frames++;
  }
  if (kind == 'w') {
    seat->place = SEATED;
    seat->n = n;
    seated++;
  } else if (kind == 'u') {
    take_update(seat, n);
  } else if (kind == 'a') {
    Table *table = seat->table;
    uint64_t at = now_ns();
    if (acks.count == ack_room) ack_ns = space(ack_ns, 8 * (ack_room = 2 * ack_room + 4096));
    ack_ns[acks.count] = at;
    note(&acks, table->sent_ns, at);
    note(table == tables ? &firsts : &besides, table->sent_ns, at);
    table->is_acked = 1;
    look(table);
  } else if (kind != 'p') {
    fprintf(stderr, "step %u of table %ld: ", seat->table->at, (long)(seat->table - tables));
    fwrite(body, 1, size, stderr);
    fputc('\n', stderr);
    errno = 0;
    stop("the server did not take an intent");
  }
}

// --- sockets

static void greet(Seat *seat) {
  Bytes *hello = &seat->table->hello[seat->is_crowd ? seat->table->seats - 1 : seat - seat->table->seat];
  seat->place = GREETING;
  send_frame(seat, hello->body, hello->size, 2);
}

static size_t consume(Seat *seat, uint8_t *data, size_t size) {
  size_t at = 0, length, body_size;
  uint8_t *body;
  if (seat->place == CONNECTING) {
    uint8_t *end = memmem(data, size, "\r\n\r\n", 4);
    if (!end) return 0;
    if (memcmp(data, "HTTP/1.1 101", 12)) stop("no WebSocket");
    at = (size_t)(end - data) + 4;
    greet(seat);
  }
  while ((length = frame_at(data + at, size - at, &body, &body_size))) {
    int opcode = data[at] & 15;
    if (opcode == 2) take(seat, body, body_size);
    else if (opcode == 9) send_frame(seat, body, body_size, 10);
    else if (opcode == 8) stop("the server closed a connection");
    at += length;
  }
  return at;
}

static void read_from(Seat *seat) {
  static uint8_t in[1 << 20];
  memcpy(in, seat->rest, seat->left);
  ssize_t got = recv(seat->fd, in + seat->left, sizeof in - seat->left, 0);
  if (got < 0 && errno == EAGAIN) return;
  if (got <= 0) stop("a connection was lost");
  size_t size = seat->left + (size_t)got, used = consume(seat, in, size);
  seat->left = size - used;
  if (seat->left) {
    seat->rest = space(seat->rest, seat->left);
    memcpy(seat->rest, in + used, seat->left);
  } else if (seat->rest) {
    free(seat->rest);
    seat->rest = 0;
  }
}

static void pump(int timeout_ms) {
  static struct epoll_event events[512];
  int ready = epoll_wait(poll_fd, events, 512, timeout_ms);
  for (int i = 0; i < ready; i++) read_from(events[i].data.ptr);
}

static void dial(Seat *seat, Table *table, uint32_t number) {
  static char words[400];
  int one = 1;
  struct sockaddr_in here = {.sin_family = AF_INET}, there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  here.sin_addr.s_addr = htonl(0x7f000002u + number % 8);  // several addresses: one has only 28,000 ports
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  seat->fd = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(seat->fd, SOL_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
  setsockopt(seat->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (seat->fd < 0 || bind(seat->fd, (struct sockaddr *)&here, sizeof here)) stop("socket");
  if (connect(seat->fd, (struct sockaddr *)&there, sizeof there)) stop("connect");
  fcntl(seat->fd, F_SETFL, O_NONBLOCK);
  seat->table = table;
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = seat};
  epoll_ctl(poll_fd, EPOLL_CTL_ADD, seat->fd, &event);
  int size = snprintf(words, sizeof words, REQUEST, port);
  if (send(seat->fd, words, (size_t)size, MSG_NOSIGNAL) != size) stop("request");
}

static void wait_for(uint32_t wanted) {
  for (uint64_t until = now_ns() + 60000000000u; seated < wanted;) {
    pump(100);
    if (now_ns() > until) stop("not everybody is seated after a minute");
  }
}

static uint32_t open_all(void) {
  uint32_t opened = 0;
  for (uint32_t t = 0; t < table_count; t++)
    for (uint32_t s = 0; s < tables[t].seats; s++) {
      Seat *seat = &tables[t].seat[s];
      seat->is_gm = s == 0;
      seat->is_crowd = s == tables[t].seats - 1;
      dial(seat, &tables[t], opened++);
      wait_for(opened > 32 ? opened - 32 : 0);
    }
  for (uint32_t i = 0; i < crowd_size; i++) {
    crowd[i].is_crowd = 1;
    dial(&crowd[i], tables, opened++);
    wait_for(opened - 64 * (opened > 64));
  }
  wait_for(opened);
  return opened;
}

// --- the tape

static uint32_t number_from(FILE *file) {
  uint32_t value;
  if (fread(&value, 4, 1, file) != 1) stop("the tape is too short");
  return value;
}

static Bytes bytes_from(FILE *file) {
  Bytes bytes = {.size = number_from(file)};
  bytes.body = space(0, bytes.size + 1);
  if (fread(bytes.body, 1, bytes.size, file) != bytes.size) stop("the tape is too short");
  return bytes;
}

static void read_tape(const char *path, uint32_t only_tables) {
  FILE *file = fopen(path, "rb");
  if (!file) stop(path);
  table_count = number_from(file);
  if (only_tables && only_tables < table_count) table_count = only_tables;
  tables = calloc(table_count, sizeof *tables);
  for (uint32_t t = 0; t < table_count; t++) {
    Table *table = &tables[t];
    table->seats = number_from(file);
    table->hello = calloc(table->seats, sizeof *table->hello);
    table->seat = calloc(table->seats, sizeof *table->seat);
    for (uint32_t s = 0; s < table->seats; s++) table->hello[s] = bytes_from(file);
    table->steps = number_from(file);
    table->step = calloc(table->steps, sizeof *table->step);
    for (uint32_t s = 0; s < table->steps; s++) {
      Step *step = &table->step[s];
      step->sender = number_from(file);
      step->gm_n = number_from(file);
      step->crowd_n = number_from(file);
      Bytes body = bytes_from(file);
      step->size = body.size;
      step->body = body.body;
    }
    if (only_steps && only_steps < table->steps) table->steps = only_steps;
  }
  fclose(file);
}

// --- the report

static void print_times(const char *name, Times *times) {
  if (is_raw) {
    printf(",\"%s_us\":[", name);
    for (size_t i = 0; i < times->count; i++) printf("%s%.1f", i ? "," : "", times->us10[i] / 10.);
    printf("]");
  }
  qsort(times->us10, times->count, 4, by_size);
  for (int share = 50; times->count && share < 100; share += 49)
    printf(",\"%s_p%d_us\":%.1f", name, share, times->us10[times->count * (size_t)share / 100] / 10.);
}

static void play_all(void) {
  double cpu_0[8] = {0}, cpu_1[8] = {0}, self_0 = 0, self_1 = 0;
  size_t all = 0, from, to;
  for (uint32_t t = 0; t < table_count; t++) all += tables[t].steps;
  from = (crowd_size ? tables->steps : all) / 10;
  to = all - all / 10 - 1;
  playing = table_count;
  for (uint32_t t = 0; t < table_count; t++) tables[t].public_n = tables[t].seat[tables[t].seats - 1].n;
  for (uint32_t t = 0; t < table_count; t++) {
    if (!every_ns || (crowd_size && t == 0)) { play(&tables[t]); continue; }
    tables[t].is_acked = 2;  // evenly spread, not all at once
    tables[t].due_ns = now_ns() + every_ns * t / table_count;
  }
  int stage = 0;
  for (uint64_t until = now_ns() + 120000000000u; playing && !(crowd_size && tables->at == tables->steps);) {
    pump(every_ns ? 1 : 100);
    for (uint32_t t = 0; every_ns && t < table_count; t++)
      if (tables[t].is_acked == 2 && now_ns() >= tables[t].due_ns) play(&tables[t]);
    if (stage < 2 && acks.count > (stage ? to : from)) {
      for (int i = 0; i < pid_count; i++) (stage ? cpu_1 : cpu_0)[i] = cpu_s(pids[i]);
      *(stage++ ? &self_1 : &self_0) = cpu_s(getpid());
    }
    if (now_ns() > until) stop("the tape was not played within two minutes");
  }
  if (stage < 2) {  // the others were not to play to their end
    for (int i = 0; i < pid_count; i++) cpu_1[i] = cpu_s(pids[i]);
    self_1 = cpu_s(getpid());
    to = acks.count - 1;
  }
  double seconds = (double)(ack_ns[to] - ack_ns[from]) / 1e9 + 1e-9, count = to > from ? (double)(to - from) : 1;
  printf("{\"intents\":%zu,\"per_s\":%.1f,\"load_cpu\":%.3f,\"cpu\":[", acks.count, count / seconds, (self_1 - self_0) / seconds);
  for (int i = 0; i < pid_count; i++) printf("%s%.3f", i ? "," : "", (cpu_1[i] - cpu_0[i]) / seconds);
  printf("],\"cpu_us\":%.1f", (cpu_1[0] - cpu_0[0]) / count * 1e6);
  printf(",\"crowd_bytes\":%.0f", crowd_frames ? (double)crowd_bytes / (double)crowd_frames : 0.);
  print_times("ack", &acks);
  print_times("other", &others);
  print_times("last", &lasts);
  print_times("first", &firsts);
  print_times("beside", &besides);
  printf("}\n");
  fflush(stdout);
}

// Everybody listens until stdin has something to say.
static void stay(void) {
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = 0}, ready;
  int ask = epoll_create1(0);
  epoll_ctl(ask, EPOLL_CTL_ADD, 0, &event);
  while (epoll_wait(ask, &ready, 1, 0) == 0) pump(20);
  close(ask);
}

int main(int count, char **words) {
  uint32_t only_tables = 0;
  int waits = 0;
  for (int option; (option = getopt(count, words, "p:t:s:k:i:S:wr")) != -1;) switch (option) {
    case 'p': port = atoi(optarg); break;
    case 't': only_tables = (uint32_t)atoi(optarg); break;
    case 's': only_steps = (uint32_t)atoi(optarg); break;
    case 'k': crowd_size = (uint32_t)atoi(optarg); break;
    case 'i': every_ns = (uint64_t)atoi(optarg) * 1000; break;
    case 'S': if (pid_count < 8) pids[pid_count++] = atoi(optarg); break;
    case 'w': waits = 1; break;
    case 'r': is_raw = 1; break;
    default: return 1;
  }
  if (optind != count - 1) stop("usage: load [options] TAPE");
  read_tape(words[optind], only_tables);
  crowd = calloc(crowd_size + 1, sizeof *crowd);
  poll_fd = epoll_create1(0);
  uint64_t begun = now_ns();
  uint32_t opened = open_all();
  if (waits) {
    printf("{\"open\":%u,\"seconds\":%.3f}\n", opened, (double)(now_ns() - begun) / 1e9);
    fflush(stdout);
    stay();
    char line[16];
    if (!fgets(line, sizeof line, stdin)) return 0;
  }
  play_all();
  if (waits) stay();
  return 0;
}
