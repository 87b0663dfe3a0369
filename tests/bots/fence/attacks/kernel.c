/* Doors of the kernel. */

#include "attack.h"
#include <sched.h>
#include <sys/prctl.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

#define NEW_NAMESPACES (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

/* The question names a system call by number; say only its error. */
static void call(void)
{
    errno = 0;
    long result = syscall(atol(question), 0L, 0L, 0L, 0L, 0L, 0L);
    printf("%d\n", result < 0 ? errno : 0);
}

/* Look into the agent, which is our parent at every level. */
static void look_into_agent(void)
{
    char byte, path[64];
    pid_t agent = getppid();
    struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
    tell("ptrace", ptrace(PTRACE_ATTACH, agent, NULL, NULL));
    tell("seize", ptrace(PTRACE_SEIZE, agent, NULL, NULL));
    tell("process_vm_readv", process_vm_readv(agent, &here, 1, &there, 1, 0));
    int pidfd = (int)syscall(434, agent, 0);
    tell("pidfd_getfd", pidfd < 0 ? -1 : syscall(438, pidfd, 0, 0));
    const char *names[] = {"mem", "environ", "maps", "fd/0", "root/etc/passwd", "cwd/pyproject.toml"};
    for (int i = 0; i < 6; i++) {
        snprintf(path, sizeof path, "/proc/%d/%s", agent, names[i]);
        tell(names[i], open(path, O_RDONLY));
    }
}

static void namespaces(void)
{
    for (unsigned long bit = 1; bit; bit <<= 1)
        if (bit & NEW_NAMESPACES) {
            tell("unshare", unshare((int)bit));
            long pid = syscall(SYS_clone, bit | SIGCHLD, 0, 0, 0, 0);
            if (pid == 0)
                _exit(0);
            tell("clone", pid);
        }
    uint64_t arguments[11] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD};
    long pid = syscall(435, arguments, sizeof arguments);
    if (pid == 0)
        _exit(0);
    tell("clone3", pid);
}

/* The kernel looks at 32 bits of these, a careless filter at 64. */
static void high_bits(void)
{
    char key = 'x';
    tell("TIOCSTI", ioctl(0, 0x5412, &key));
    tell("TIOCSTI with bit 32", syscall(SYS_ioctl, 0, 0x100005412L, &key));
    tell("TIOCLINUX with bit 32", syscall(SYS_ioctl, 0, 0x10000541cL, &key));
    printf("%d\n", errno == ENOSYS);
}

/* System calls of another ABI have other numbers, and would pass a filter that looks at numbers only. */
static void old_abi(void)
{
#ifdef __x86_64__
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory");
    printf("getpid: %ld\n", result);
#else
    raise(SIGSYS);
#endif
}

static void x32_abi(void)
{
#ifdef __x86_64__
    printf("getpid: %ld\n", syscall(0x40000000L + SYS_getpid));
#else
    raise(SIGSYS);
#endif
}

/* What one box could change in the kernel and another one see: of a file that all have, of memory, of the machine. */
static void shared_state(void)
{
    char byte;
    struct iovec here = {&byte, 1};
    uint64_t hint = 5, words[64] = {0}, aio = 0;
    int file = open("/bin/sh", O_RDONLY), ends[2];
    void *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
    if (file < 0 || page == MAP_FAILED || pipe(ends))
        exit(1);
    tell("preadv2", syscall(SYS_preadv2, file, &here, 1, 0L, 0L, 8 /* RWF_NOWAIT */));
    tell("mincore", syscall(SYS_mincore, page, 4096, &byte));
    tell("cachestat", syscall(451, file, words, words + 2, 0));
    tell("readahead", syscall(SYS_readahead, file, 0L, 4096L));
    tell("fadvise", syscall(SYS_fadvise64, file, 0L, 0L, 4 /* DONTNEED */));
    for (int advice = 0; advice < 26; advice++)
        if (advice == 3 || advice == 12 || (advice >= 20 && advice != 24))
            tell("madvise", syscall(SYS_madvise, page, 4096L, (long)advice));
    tell("process memory is merged", prctl(67 /* PR_SET_MEMORY_MERGE */, 1, 0, 0, 0));
    tell("io_setup", syscall(SYS_io_setup, 1, &aio));
    tell("sysinfo", syscall(SYS_sysinfo, words));
    for (int command = 1035; command <= 1038; command++)
        tell("hint", syscall(SYS_fcntl, file, command, &hint));
    tell("statfs", syscall(SYS_statfs, "/usr", words));
    tell("syncfs", syscall(SYS_syncfs, file));
    tell("a larger pipe", syscall(SYS_fcntl, ends[1], F_SETPIPE_SZ, 1 << 20));
}

/* Make as many processes as the question says, then tell our own number and that of a child. */
static void numbers(void)
{
    for (long left = atol(question); left >= 0; left--) {
        pid_t child = fork();
        if (child == 0)
            _exit(0);
        waitpid(child, NULL, 0);
        if (left == atol(question))
            printf("%d %d\n", getpid(), child);
    }
}

const struct attack kernel[] = {
    {"shared_state", shared_state}, {"numbers", numbers},
    {"call", call},           {"look_into_agent", look_into_agent}, {"namespaces", namespaces},
    {"high_bits", high_bits}, {"old_abi", old_abi},                 {"x32_abi", x32_abi},
    {NULL, NULL},
};
