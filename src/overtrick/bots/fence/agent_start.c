/* How a program comes to life: its limits, its filters, its exec; or as a copy of the mould.
 *
 * The mould is an interpreter of the program's box with the kit loaded, which has never run a line of the program. For
 * every match it forks a process that has no other memory, number, address or descriptor than any before it. */

#include "agent.h"

#include <linux/seccomp.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/socket.h>

#ifndef CLONE_PIDFD
#define CLONE_PIDFD 0x1000
#endif

static int add_filter(struct sock_filter *code, size_t bytes)
{
    struct sock_fprog program = {(unsigned short)(bytes / sizeof *code), code};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF_EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define SKIP(count) BPF_STMT(BPF_JMP | BPF_JA, count)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define PIDFD_SEND_SIGNAL 424
#define PIDFD_OPEN 434

/* At level B nobody hides the other processes of this uid, so sending signals is refused as a whole.
 * SIGURG passes: Go's runtime lives on it, and it does nothing to others. Nobody leaves the process group. */
static int refuse_signals(void)
{
    struct sock_filter code[] = {
        LOAD(nr),
        IF_EQUAL(SYS_setpgid, 9, 0),
        IF_EQUAL(SYS_kill, 8, 0),
        IF_EQUAL(SYS_tkill, 7, 0),
        IF_EQUAL(SYS_rt_sigqueueinfo, 6, 0),
        IF_EQUAL(SYS_rt_tgsigqueueinfo, 5, 0),
        IF_EQUAL(PIDFD_SEND_SIGNAL, 4, 0),
        IF_EQUAL(SYS_tgkill, 0, 2),
        LOAD(args[2]),
        IF_EQUAL(SIGURG, 0, 1),
        ALLOW,
        REFUSE,
    };
    return add_filter(code, sizeof code);
}

/* What we may do ourselves, who as PID 1 are under the shipped filter too, and a program may not.
 * Long-lived programs stand between their turns, all of them: nobody leaves the process group, and nobody sends SIGCONT,
 * for a child that is just sending it when we stop them all would wake another one. Nobody reaches the mould, if this
 * process becomes one: what an earlier match has done to it a later one could see. */
int refuse_more(void)
{
    unsigned own = setup.mould_fd >= 0 ? (unsigned)getpid() : INT32_MAX, its_group = -own;
    unsigned all = setup.mould_fd >= 0 ? -1u : INT32_MAX;
    struct sock_filter code[] = {
        LOAD(nr),
        IF_EQUAL(SYS_setpgid, 24, 0),
        IF_EQUAL(PIDFD_OPEN, 18, 0),
        IF_EQUAL(SYS_tgkill, 6, 0),
        IF_EQUAL(SYS_rt_tgsigqueueinfo, 5, 0),
        IF_EQUAL(SYS_kill, 9, 0),
        IF_EQUAL(SYS_tkill, 8, 0),
        IF_EQUAL(SYS_rt_sigqueueinfo, 7, 0),
        IF_EQUAL(PIDFD_SEND_SIGNAL, 9, 0),
        ALLOW,
        LOAD(args[1]), /* a thread, and its signal */
        IF_EQUAL(own, 14, 0),
        LOAD(args[2]),
        IF_EQUAL(SIGCONT, 12, 0),
        SKIP(6),
        LOAD(args[1]), /* a process, and its signal */
        IF_EQUAL(SIGCONT, 9, 0),
        SKIP(3),
        LOAD(args[1]), /* a descriptor, and its signal */
        IF_EQUAL(SIGCONT, 6, 0),
        ALLOW,
        LOAD(args[0]), /* whom it is about */
        IF_EQUAL(own, 3, 0),
        IF_EQUAL(its_group, 2, 0),
        IF_EQUAL(all, 1, 0),
        ALLOW,
        REFUSE,
    };
    return add_filter(code, sizeof code);
}

struct launch {
    int in, out, err;
    uint64_t cpu_us; /* 0: the program lives longer than a turn */
    int failed;
};

/* The child until its exec. It shares our memory and we wait for it (vfork): touch nothing of ours. */
static int become_bot(void *argument)
{
    struct launch *launch = argument;
    if (dup2(launch->in, 0) < 0 || dup2(launch->out, 1) < 0 || dup2(launch->err, 2) < 0)
        goto failed;
    if (launch->cpu_us) {
        /* Whole seconds only: a backstop, should we ourselves be starved. */
        rlim_t seconds = launch->cpu_us / 1000000 + 2;
        struct rlimit limit = {seconds, seconds};
        setrlimit(RLIMIT_CPU, &limit);
    }
    else {
        setpgid(0, 0);
        /* Where everything lies in memory would tell whether two matches were cast from the same mould. */
        if (setup.mould_fd >= 0 && (personality(ADDR_NO_RANDOMIZE) < 0 || dup2(setup.its_fd, 3) < 0))
            goto failed;
    }
    if (!setup.init)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (setup.pathc && (syscall(SYS_landlock_restrict_self, ruleset, 0) || refuse_signals()))
        goto failed;
    if (setup.init && !launch->cpu_us && refuse_more())
        goto failed;
    if (filter.len && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0))
        goto failed;
    execvpe(argv_of_bot[0], argv_of_bot, env_of_bot);
failed:
    launch->failed = errno;
    _exit(127);
}

/* Let the next process have this number, or the one after it: how many there were before would tell what earlier turns
 * and matches have made. */
static void number_from(pid_t last)
{
    char text[16];
    int bytes = snprintf(text, sizeof text, "%d", (int)last);
    if (setup.pid_fd >= 0 && pwrite(setup.pid_fd, text, (size_t)bytes, 0) != bytes)
        give_up("process numbers");
}

/* Start the program with these ends of its pipes, which are closed here; return 0 or the error. */
int start(uint64_t cpu_us, int in, int out, int err)
{
    static char stack[65536] __attribute__((aligned(16)));
    struct launch launch = {in, out, err, cpu_us, 0};
    number_from(1);
    pid_t pid = clone(become_bot, stack + sizeof stack, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &launch, &bot.pidfd);
    if (pid < 0)
        give_up("clone"); /* the box is empty now and nobody in it could touch our limits: not the bot's doing */
    close(in);
    close(out);
    close(err);
    bot.pid = bot.group = pid;
    return launch.failed;
}

/* Descriptors go with one byte, by which both sides know that they came. */

struct parcel {
    union { char bytes[CMSG_SPACE(3 * sizeof(int))]; struct cmsghdr head; } control;
    char byte;
    struct iovec one;
    struct msghdr message;
};

static struct msghdr *wrap(struct parcel *parcel, size_t count)
{
    memset(parcel, 0, sizeof *parcel);
    parcel->one = (struct iovec){&parcel->byte, 1};
    parcel->message = (struct msghdr){.msg_iov = &parcel->one, .msg_iovlen = 1,
        .msg_control = &parcel->control, .msg_controllen = CMSG_SPACE(count * sizeof(int))};
    return &parcel->message;
}

static void take(int socket, int *fds, size_t count)
{
    struct parcel parcel;
    if (recvmsg(socket, wrap(&parcel, count), MSG_CMSG_CLOEXEC) != 1 || parcel.control.head.cmsg_len != CMSG_LEN(count * sizeof(int)))
        give_up("descriptors");
    memcpy(fds, CMSG_DATA(&parcel.control.head), count * sizeof(int));
}

static void hand(int socket, const int *fds, size_t count)
{
    struct parcel parcel;
    struct msghdr *message = wrap(&parcel, count);
    parcel.control.head = (struct cmsghdr){.cmsg_len = CMSG_LEN(count * sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    memcpy(CMSG_DATA(&parcel.control.head), fds, count * sizeof(int));
    if (sendmsg(socket, message, MSG_NOSIGNAL) != 1)
        give_up("descriptors");
}

static void hear_mould(void *bytes, size_t size)
{
    for (size_t have = 0; have < size;) {
        ssize_t n = read(setup.mould_fd, (char *)bytes + have, size - have);
        if (n == 0 || (n < 0 && errno != EINTR))
            give_up("mould");
        have += n > 0 ? (size_t)n : 0;
    }
}

/* Start the mould; return 0 or the error. */
static int make_mould(void)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    int failed = start(0, null, fcntl(null, F_DUPFD_CLOEXEC, 0), fcntl(2, F_DUPFD_CLOEXEC, 0));
    if (failed)
        return failed;
    mould = bot.pid;
    close_end(&bot.pidfd);
    bot.pid = bot.group = 0;
    close(setup.its_fd); /* so that we notice its end */
    char is_ready;
    hear_mould(&is_ready, 1);
    return 0;
}

/* Have the mould cast a program with these ends of its pipes; return 0 or the error. It is our own child, as mould.c says. */
static int cast(const int ends[3])
{
    pid_t pid;
    int failed = mould ? 0 : make_mould();
    if (failed)
        return failed;
    number_from(mould);
    hand(setup.mould_fd, ends, 3);
    hear_mould(&pid, sizeof pid);
    bot.pid = bot.group = pid;
    bot.pidfd = (int)syscall(PIDFD_OPEN, pid, 0);
    if (setpgid(pid, pid) || bot.pidfd < 0)
        give_up("mould");
    return 0;
}

/* Start a program that lives longer than a turn, with pipes that the referee hands us, and let it stand; return 0 or
 * the error. The referee gets a hold on it, and asks it without us. */
int start_long_lived(void)
{
    int ends[3], failed;
    take(setup.pass_fd, ends, 3);
    if (setup.mould_fd < 0)
        failed = start(0, ends[0], ends[1], ends[2]);
    else {
        failed = cast(ends);
        for (int i = 0; i < 3; i++)
            close(ends[i]);
    }
    if (failed)
        return failed;
    signal_group(SIGSTOP);
    hand(setup.pass_fd, &bot.pidfd, 1);
    return 0;
}
