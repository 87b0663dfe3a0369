/* The way into a box: what the agent may do as root, the limits, and Landlock. */

#include "agent.h"

#include <grp.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>

/* By number, because the headers may be older than the kernel, which says itself how much it knows. */
#define LANDLOCK_FS_KNOWN_BY(abi) ((abi) >= 5 ? 0xffffu : (abi) >= 3 ? 0x7fffu : (abi) == 2 ? 0x3fffu : 0x1fffu)
#define LANDLOCK_FS_READ (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define LANDLOCK_FS_OF_A_FILE (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE)

#define RESERVED_BYTES (1ull << 40) /* Node and Java reserve far more addresses than they use memory */
#define SPARE_BYTES (512ull << 20)  /* the least that Node and Go reserve before their first line, and never use */

struct setup setup;
char **argv_of_bot, **env_of_bot;
int ruleset = -1;
struct sock_fprog filter;

static void limit(int what, rlim_t most)
{
    struct rlimit now, wanted = {most, most};
    /* Never try to raise what the user's own limits already keep lower. */
    if (getrlimit((__rlimit_resource_t)what, &now) == 0 && now.rlim_max < most)
        wanted.rlim_cur = wanted.rlim_max = now.rlim_max;
    if (setrlimit((__rlimit_resource_t)what, &wanted))
        give_up("setrlimit");
}

static void allow_path(int abi, const char *path)
{
    struct stat about;
    struct landlock_path_beneath_attr rule = {LANDLOCK_FS_READ, open(path + 1, O_PATH | O_CLOEXEC)};
    if (rule.parent_fd < 0)
        return;
    if (path[0] == 'w')
        rule.allowed_access |= LANDLOCK_ACCESS_FS_WRITE_FILE;
    if (path[0] == 'W') /* a private folder of a compiler */
        rule.allowed_access = LANDLOCK_FS_KNOWN_BY(abi);
    if (fstat(rule.parent_fd, &about) == 0 && !S_ISDIR(about.st_mode))
        rule.allowed_access &= LANDLOCK_FS_OF_A_FILE;
    if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0))
        give_up(path);
    close(rule.parent_fd);
}

static void build_ruleset(char **paths)
{
    /* fs, net and scope, as far as this kernel knows them: later words must be absent, not zero. */
    struct { uint64_t fs, net, scope; } all = {0, 3, 3};
    int abi = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (abi < 1)
        give_up("landlock");
    all.fs = LANDLOCK_FS_KNOWN_BY(abi);
    ruleset = (int)syscall(SYS_landlock_create_ruleset, &all, abi >= 6 ? 24 : abi >= 4 ? 16 : 8, 0);
    if (ruleset < 0)
        give_up("landlock");
    for (; *paths; paths++)
        allow_path(abi, *paths);
}

static char **take_strings(char **at, const char *end, uint32_t count)
{
    char **strings = calloc(count + 1, sizeof *strings);
    for (uint32_t i = 0; strings && i < count && *at < end; i++) {
        strings[i] = *at;
        *at += strlen(*at) + 1;
    }
    if (!strings)
        give_up("memory");
    return strings;
}

void set_up(const char *payload, size_t bytes)
{
    char *copy = malloc(bytes + 1), *at = copy + sizeof setup;
    if (!copy || bytes < sizeof setup)
        give_up("setup");
    memcpy(copy, payload, bytes);
    copy[bytes] = 0;
    memcpy(&setup, copy, sizeof setup);
    argv_of_bot = take_strings(&at, copy + bytes, setup.argc);
    env_of_bot = take_strings(&at, copy + bytes, setup.envc);
    char **paths = take_strings(&at, copy + bytes, setup.pathc);
    make_room(setup.reply_bytes + 1, setup.stderr_bytes + 1);
    if (setup.pathc)
        build_ruleset(paths);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_MEMLOCK, 0);
    limit(RLIMIT_MSGQUEUE, 0);
    limit(RLIMIT_NOFILE, setup.files);
    limit(RLIMIT_FSIZE, setup.file_bytes);
    /* Without a cgroup nobody counts memory as memory, so what may be written counts there, used or not; and as
       memory that is shared is no data, all addresses count too, with some to spare for those who only reserve them. */
    if (setup.cpu_fd < 0)
        limit(RLIMIT_DATA, setup.memory_bytes);
    limit(RLIMIT_AS, setup.cpu_fd < 0 ? setup.memory_bytes + SPARE_BYTES : RESERVED_BYTES);
    /* What lets us number processes is for us alone: without this the program would inherit it. */
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    limit(RLIMIT_NPROC, setup.processes);
    filter = (struct sock_fprog){(unsigned short)(setup.filter_bytes / sizeof(struct sock_filter)), (void *)at};
}

static void join_cgroup(const char *file)
{
    int fd = open(file, O_WRONLY | O_CLOEXEC);
    if (fd < 0 || write(fd, "0", 1) != 1)
        give_up(file);
    close(fd);
}

static void pin(int core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)core, &set);
    if (sched_setaffinity(0, sizeof set, &set))
        give_up("core");
}

/* Show what lies in private folders (a home, usually) as /tmp/0, /tmp/1, ... in a mount namespace that ends
 * with us: bwrap walks to what it binds as the box's user, who may not pass through a private home. */
static void set_stage(char **paths, int count)
{
    char from[32], to[32];
    struct stat about;
    int fds[64];
    if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
        give_up("stage");
    /* Opened before the stage hides what is in /tmp, and after unshare: a bind needs both ends in one namespace. */
    for (int i = 0; i < count; i++)
        if ((fds[i] = open(paths[i], O_PATH | O_CLOEXEC)) < 0)
            give_up(paths[i]);
    if (mount("stage", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=64k"))
        give_up("stage");
    for (int i = 0; i < count; i++) {
        snprintf(from, sizeof from, "/proc/self/fd/%d", fds[i]);
        snprintf(to, sizeof to, "/tmp/%d", i);
        if (fstat(fds[i], &about) || (S_ISDIR(about.st_mode) ? mkdir(to, 0755) : mknod(to, S_IFREG | 0644, 0)) ||
            mount(from, to, NULL, MS_BIND | MS_REC, NULL))
            give_up(paths[i]);
    }
}

/* Keep this set of capabilities, and no other. */
static int keep_capabilities(uint32_t mask)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct caps[2] = {{mask, mask, mask}};
    return (int)syscall(SYS_capset, &head, caps);
}

/* Keep the right to read, which is then bounded by Landlock alone, as for everybody's own files at level B: a bot
 * in a private home folder could not even be started as another user. A container may not have that right. */
static void keep_reading(void)
{
    if (keep_capabilities(1u << CAP_DAC_READ_SEARCH) == 0 &&
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_READ_SEARCH, 0, 0) == 0)
        return;
    if (keep_capabilities(0))
        give_up("capabilities");
}

static void become_user(uid_t uid, int keep)
{
    if (keep)
        prctl(PR_SET_KEEPCAPS, 1);
    if (setgroups(0, NULL) || setresgid(uid, uid, uid) || setresuid(uid, uid, uid))
        give_up("uid");
    if (keep)
        keep_reading();
}

int main(int argc, char **argv)
{
    uid_t uid = 0;
    int keep = 0, staged = 0, option;
    char *stage[64];
    while ((option = getopt(argc, argv, "u:c:g:m:d:r")) != -1)
        switch (option) {
        case 'u': uid = (uid_t)atoi(optarg); break;
        case 'c': pin(atoi(optarg)); break;
        case 'g': join_cgroup(optarg); break;
        case 'm': if (staged == 64) return 64; stage[staged++] = optarg; break;
        case 'd': if (chdir(optarg)) give_up(optarg); break;
        case 'r': keep = 1; break;
        default: return 64;
        }
    if (staged)
        set_stage(stage, staged);
    if (uid)
        become_user(uid, keep);
    if (optind == argc)
        serve();
    execvp(argv[optind], argv + optind);
    give_up(argv[optind]);
}
