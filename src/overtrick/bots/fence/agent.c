/* The agent: the one process of ours inside a box, which starts a stranger's program, feeds it,
 * watches its clocks and its output, stops it between its turns and leaves nothing of it behind.
 *
 * It is used twice. With "-- PROGRAM ARGS" it enters the box's cgroup, core and uid and becomes
 * that program (bwrap): Python would have to fork for this, with a preexec_fn. Without it, it serves:
 * as PID 1 of the namespaces (levels A+ and A), or bare (B: Landlock and seccomp; C: limits only).
 *
 * Requests come on stdin, one reply each goes to stdout; agent.h has the wire format.
 * The end of stdin is the end of the referee, so it is the end of the box. */

#include "agent.h"

#include <poll.h>
#include <sys/random.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC 4
#endif

static const struct request *asked;
static char *request_bytes, *reply_bytes, *output, *errors, *unsent;
static int is_for_turns; /* at least one was played; programs that live longer need another box */
static size_t request_room, output_bytes, errors_bytes, unsent_bytes, unsent_at;

/* Bytes in and out. */

/* Read what the program wrote into a buffer of `room` bytes; return 0 once it holds more than `most`. */
static int collect(int *fd, char *buffer, size_t *bytes, size_t most)
{
    for (;;) {
        size_t room = most + 1 - *bytes;
        ssize_t n = read(*fd, buffer + *bytes, room);
        if (n == 0)
            close_end(fd);
        if (n <= 0)
            return 1;
        *bytes += (size_t)n;
        if (*bytes > most)
            return 0;
        if ((size_t)n < room) /* the pipe was empty after it */
            return 1;
    }
}

/* The first bytes of stderr are kept for the author, the rest is thrown away so that nobody blocks. */
static void collect_errors(void)
{
    static char waste[65536];
    size_t room = setup.stderr_bytes - errors_bytes;
    ssize_t n = room ? read(bot.err, errors + errors_bytes, room) : read(bot.err, waste, sizeof waste);
    if (n == 0)
        close_end(&bot.err);
    if (n > 0 && room)
        errors_bytes += (size_t)n;
}

/* Feed what the pipe had no room for; a program that closed its input does without. */
static void feed(void)
{
    ssize_t n = write(bot.in, unsent + unsent_at, unsent_bytes - unsent_at);
    if (n > 0)
        unsent_at += (size_t)n;
    if (n < 0 && errno != EAGAIN && errno != EINTR)
        unsent_at = unsent_bytes;
}

static int fed(void) { return unsent_at == unsent_bytes; }

static void send_reply(enum ending ending, int code, const char *text, size_t bytes, uint64_t cpu_us)
{
    uint64_t idle_us = turn_idle_us();
    if (ending == IDLE)
        code = idle_us > asked->idle_us;
    struct reply head = {ending, code, (uint32_t)bytes, (uint32_t)errors_bytes, idle_us, cpu_us, turn_wall_us()};
    size_t size = sizeof head + bytes + errors_bytes;
    memcpy(reply_bytes, &head, sizeof head);
    if (bytes)
        memcpy(reply_bytes + sizeof head, text, bytes);
    memcpy(reply_bytes + sizeof head + bytes, errors, errors_bytes);
    for (size_t sent = 0; sent < size;) {
        ssize_t n = write(1, reply_bytes + sent, size - sent);
        if (n < 0 && errno != EINTR)
            leave(0);
        sent += n > 0 ? (size_t)n : 0;
    }
}

static void grow(char **buffer, size_t bytes)
{
    char *larger = realloc(*buffer, bytes);
    if (!larger)
        give_up("memory");
    *buffer = larger;
}

void make_room(size_t stdout_bytes, size_t stderr_bytes)
{
    grow(&reply_bytes, sizeof(struct reply) + stdout_bytes + stderr_bytes);
    grow(&output, stdout_bytes);
    grow(&errors, stderr_bytes);
}

static void read_all(char *bytes, size_t size)
{
    for (size_t have = 0; have < size;) {
        ssize_t n = read(0, bytes + have, size - have);
        if (n == 0 || (n < 0 && errno != EINTR))
            leave(0);
        have += n > 0 ? (size_t)n : 0;
    }
}

/* Read one request and no more: the referee may have had enough of a turn before we have heard of it. */
static struct request *next_request(void)
{
    struct request head;
    read_all((char *)&head, sizeof head);
    if (sizeof head + head.bytes > request_room)
        grow(&request_bytes, request_room = sizeof head + head.bytes);
    memcpy(request_bytes, &head, sizeof head);
    read_all(request_bytes + sizeof head, head.bytes);
    return (struct request *)request_bytes;
}

/* Watching a program. */

enum { TICK_MS = 20, MOST_UNSENT = 8000000 };

static int past_deadline(enum ending *ending)
{
    count_children();
    look_at_idleness();
    uint64_t cpu_us = turn_cpu_us(), idle_us = turn_idle_us();
    if (cpu_us > asked->cpu_us)
        return *ending = CPU, 1;
    if (idle_us > asked->idle_us || cpu_us + idle_us > asked->cpu_us)
        return *ending = IDLE, 1;
    if (turn_wall_us() > asked->wall_us)
        return *ending = WALL, 1;
    return 0;
}

enum { TO_OUTPUT = 1, TO_END = 2 };

/* Wait until something happens or it is time to look at the clocks; return what poll saw of the pidfd.
 * To listen to all that matters costs more than a short turn has to: see the callers. */
static int wait_for_something(int timeout_ms, int listen)
{
    struct pollfd set[5];
    nfds_t count = 0;
    int ended = 0;
    if (listen & TO_OUTPUT) {
        set[count++] = (struct pollfd){bot.out, POLLIN, 0};
        set[count++] = (struct pollfd){bot.err, POLLIN, 0};
    }
    if (listen & TO_END) {
        set[count++] = (struct pollfd){bot.pidfd, POLLIN, 0};
        set[count++] = (struct pollfd){0, 0, 0};
    }
    if (!fed())
        set[count++] = (struct pollfd){bot.in, POLLOUT, 0};
    if (poll(set, count, timeout_ms) <= 0)
        return 0;
    for (nfds_t i = 0; i < count; i++) {
        if (!set[i].revents || set[i].fd == bot.out)
            continue;
        if (set[i].fd == 0) /* the referee has gone */
            leave(0);
        if (set[i].fd == bot.err)
            collect_errors();
        else if (set[i].fd == bot.in)
            feed();
        else if (set[i].fd == bot.pidfd)
            ended = 1;
    }
    return ended;
}

/* When to look again; at no moment that a program could foresee, to be ready just then and to sleep between. */
static int tick_ms(void)
{
    unsigned char luck = 0;
    getrandom(&luck, 1, GRND_NONBLOCK);
    int64_t idle_us = (int64_t)turn_idle_us();
    int64_t left_us = (int64_t)asked->cpu_us - (int64_t)turn_cpu_us() - idle_us, idle_left_us = (int64_t)asked->idle_us - idle_us;
    int64_t left_ms = (left_us < idle_left_us ? left_us : idle_left_us) / 1000 + 1;
    int tick = TICK_MS / 2 + luck * TICK_MS / 256;
    return left_ms < 1 ? 1 : left_ms < tick ? (int)left_ms : tick;
}

/* How a program ended that ended by itself. */
static enum ending own_ending(int *code)
{
    if (WIFSIGNALED(bot.status)) {
        *code = WTERMSIG(bot.status);
        return *code == SIGXCPU ? CPU : SIGNAL;
    }
    *code = WEXITSTATUS(bot.status);
    return EXIT;
}

/* Follow the program until it ends or has to be ended; return the verdict. */
static enum ending follow_to_the_end(void)
{
    enum ending ending;
    /* Most turns are short and fit into the pipes: do not wake up for every write. */
    int ended = wait_for_something(TICK_MS, TO_END);
    while (!ended) {
        if (bot.out >= 0 && !collect(&bot.out, output, &output_bytes, setup.reply_bytes))
            return FLOOD;
        if (past_deadline(&ending))
            return ending;
        ended = wait_for_something(tick_ms(), TO_OUTPUT | TO_END);
        if (fed())
            close_end(&bot.in);
    }
    if (bot.out >= 0 && !collect(&bot.out, output, &output_bytes, setup.reply_bytes))
        return FLOOD;
    collect_errors();
    return EXIT;
}

static void end_and_tell(enum ending ending)
{
    int code = 0;
    end_idleness();
    kill_all();
    uint64_t cpu_us = turn_cpu_us();
    if (ending == EXIT)
        ending = own_ending(&code);
    /* Children and threads are judged here at last, whatever the clocks said while they ran. */
    if ((ending == EXIT || ending == SIGNAL) && cpu_us > asked->cpu_us)
        ending = CPU;
    if (ending == EXIT && code == 0)
        ending = REPLY;
    send_reply(ending, code, output, output_bytes, cpu_us);
}

static void make_pipe(int ends[2], int ours)
{
    if (pipe2(ends, O_CLOEXEC) || fcntl(ends[ours], F_SETFL, O_NONBLOCK))
        give_up("pipe");
}

/* Start the program with its input already waiting in the pipe; if that fails, tell so and return 0. */
static int open_and_start(uint64_t cpu_us, const char *input, size_t bytes)
{
    int in[2], out[2], err[2];
    make_pipe(in, 1);
    make_pipe(out, 0);
    make_pipe(err, 0);
    ssize_t sent = bytes ? write(in[1], input, bytes) : 0;
    unsent_at = sent > 0 ? (size_t)sent : 0;
    unsent_bytes = bytes;
    output_bytes = errors_bytes = 0;
    bot.in = in[1];
    bot.out = out[0];
    bot.err = err[0];
    int failed = start(cpu_us, in[0], out[1], err[1]);
    if (!failed)
        return 1;
    kill_all();
    send_reply(NOT_STARTED, failed, NULL, 0, 0);
    return 0;
}

/* One turn of a program that is started anew for it. */
static void turn(const char *input)
{
    /* Once for ourselves instead of for every program: who starts programs for their turns needs no more than they do. */
    if (setup.init && !is_for_turns && refuse_more())
        give_up("filter");
    is_for_turns = 1;
    if (bot.pidfd >= 0)
        kill_all();
    if (!open_and_start(asked->cpu_us, input, asked->bytes))
        return;
    if (fed())
        close_end(&bot.in);
    else {
        grow(&unsent, unsent_bytes);
        memcpy(unsent, input, unsent_bytes);
    }
    end_and_tell(follow_to_the_end());
}

/* Programs that live longer than a turn: the referee talks to them itself, and needs us if a turn lasts. */

static void start_anew(void)
{
    if (setup.init && is_for_turns) {
        errno = EPERM;
        give_up("a box for turns");
    }
    kill_all();
    begin_match();
    int failed = start_long_lived();
    if (failed)
        kill_all();
    send_reply(failed ? NOT_STARTED : REPLY, failed, NULL, 0, 0);
}

/* Watch a turn that lasts until the referee has had enough, the program ends or its time is up; then it stands. */
static void follow(void)
{
    struct request limits = *asked;
    struct pollfd set[2] = {{bot.pidfd, POLLIN, 0}, {0, POLLIN, 0}};
    enum ending ending;
    int code = 0;
    asked = &limits; /* reading the referee's next words overwrites these */
    if (bot.pidfd < 0) {
        send_reply(NOT_STARTED, ESRCH, NULL, 0, 0);
        return;
    }
    int is_late = 0;
    for (int timeout_ms = 0; !is_late && poll(set, 2, timeout_ms) <= 0; timeout_ms = tick_ms())
        is_late = past_deadline(&ending);
    if (!is_late)
        ending = set[0].revents ? EXIT : REPLY;
    if (ending == REPLY)
        next_request();
    end_idleness();
    if (ending == EXIT) {
        kill_all();
        ending = own_ending(&code);
    } else
        signal_group(SIGSTOP);
    uint64_t cpu_us = turn_cpu_us();
    if ((ending == REPLY || ending == EXIT || ending == SIGNAL) && cpu_us > limits.cpu_us)
        ending = CPU;
    send_reply(ending, code, NULL, 0, cpu_us);
}

static void nothing(int signal_number) { (void)signal_number; }

_Noreturn void serve(void)
{
    /* A handler, not SIG_IGN: a handler does not survive the bot's exec. */
    signal(SIGPIPE, nothing);
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (syscall(SYS_close_range, 3, ~0u, CLOSE_RANGE_CLOEXEC))
        give_up("close_range");
    grow(&request_bytes, request_room = 65536 + sizeof(struct request));
    for (;;) {
        asked = next_request();
        const char *payload = (const char *)(asked + 1);
        errors_bytes = 0;
        begin_clocks();
        if (asked->kind == FOLLOW)
            resume_clocks((const struct begun *)payload);
        switch (asked->kind) {
        case SETUP: set_up(payload, asked->bytes); send_reply(REPLY, 0, NULL, 0, 0); break;
        case TURN: turn(payload); break;
        case START: start_anew(); break;
        case FOLLOW: follow(); break;
        case ENOUGH: break; /* we had told already */
        case END: kill_all(); send_reply(REPLY, 0, NULL, 0, 0); break;
        case TIDY: tidy(); send_reply(REPLY, 0, NULL, 0, 0); break;
        default: errno = EINVAL; give_up("request");
        }
    }
}
