/* The time in which nobody in the box had anything to do. It is the bot's own doing, unlike the time in which it was
 * ready and got no processor, waited for the disk or for us; the kernel's account of every task tells them apart. */

#include "agent.h"

#include <dirent.h>

enum { MOST_TASKS = 256, MOST_DOUBT_US = 2000000 };

struct account {
    uint64_t ran_ns, waited_ns, times; /* as the kernel counts: on a processor, ready without one, how often it got one */
    char state;
};

struct task {
    pid_t id;
    unsigned look; /* at which it was seen last */
    struct account now;
    int64_t unknown_ns; /* neither on a processor nor known to have waited for one: idle, or still waiting */
};

static struct task tasks[MOST_TASKS]; /* who comes after them has no excuse */
static size_t task_count;
static unsigned look; /* within the turn */
static uint64_t looked_us, cpu_at_look_us, own_waited_ns, idle_us;
static int64_t span_ns, least_ns; /* of the look at hand */

/* Whether a task was at the disk or is new. The disk is not counted by every kernel, and a process that waits for its
 * own child looks the same; where one is new, others may have come, waited and gone between two looks. So in doubt the
 * time is no idleness, but only so much of it in a whole match. */
static int in_doubt;
static uint64_t doubt_left_us = MOST_DOUBT_US;

static ssize_t read_proc(const char *path, char *text, size_t room)
{
    int fd = openat(setup.proc_fd, path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, room - 1);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = 0;
    return n;
}

static DIR *open_tasks(const char *process)
{
    char path[64];
    snprintf(path, sizeof path, "%.20s/task", process);
    int fd = openat(setup.proc_fd, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd < 0 ? NULL : fdopendir(fd);
}

static const char *next_task(DIR *folder)
{
    struct dirent *entry;
    while ((entry = readdir(folder)) && entry->d_name[0] == '.')
        ;
    return entry ? entry->d_name : NULL;
}

/* Call a function for all that descends from a process: orphans come back to us, we are their subreaper. */
void each_below(const char *process, void visit(const char *process), int depth)
{
    char path[80], children[4096];
    DIR *folder = depth < 64 ? open_tasks(process) : NULL;
    for (const char *task; folder && (task = next_task(folder));) {
        snprintf(path, sizeof path, "%.20s/task/%.20s/children", process, task);
        if (read_proc(path, children, sizeof children) == sizeof children - 1)
            *strrchr(children, ' ') = 0; /* the last number may be cut */
        for (char *rest = children, *child; (child = strtok_r(rest, " ", &rest));) {
            visit(child);
            each_below(child, visit, depth + 1);
        }
    }
    if (folder)
        closedir(folder);
}

static int read_account(const char *task, struct account *account)
{
    char path[80], text[512];
    snprintf(path, sizeof path, "%.60s/stat", task);
    const char *name_end = read_proc(path, text, sizeof text) > 0 ? strrchr(text, ')') : NULL;
    account->state = name_end && name_end[1] ? name_end[2] : 0;
    snprintf(path, sizeof path, "%.60s/schedstat", task);
    return read_proc(path, text, sizeof text) > 0 && account->state &&
           sscanf(text, "%" SCNu64 " %" SCNu64 " %" SCNu64, &account->ran_ns, &account->waited_ns, &account->times) == 3;
}

/* Whether the kernel keeps these accounts and lets us read them: we ourselves have been on a processor. Where it does
 * not, nothing is idleness, and the clock on the wall decides. */
static int is_counted(void)
{
    static int known, counted;
    struct account own;
    char children[16];
    if (known++)
        return counted;
    return counted = setup.proc_fd >= 0 && read_proc("thread-self/children", children, sizeof children) >= 0 &&
           read_account("thread-self", &own) && own.times > 0;
}

/* Return the entry of a task: its own, a new one, or that of a task that has ended. */
static struct task *find_task(pid_t id)
{
    struct task *ended = NULL;
    for (size_t i = 0; i < task_count; i++) {
        if (tasks[i].id == id)
            return tasks + i;
        if (tasks[i].look + 1 < look)
            ended = tasks + i;
    }
    if (!ended && task_count < MOST_TASKS)
        ended = tasks + task_count++;
    if (ended)
        *ended = (struct task){.id = id};
    return ended;
}

/* Return how long a task was idle since the last look; what cannot be known yet is left for a later one. */
static int64_t idle_ns_of(struct task *task, const struct account *before, int is_new)
{
    const struct account *now = &task->now;
    int64_t held_ns = (int64_t)(now->ran_ns - before->ran_ns + now->waited_ns - before->waited_ns);
    if (is_new)
        task->unknown_ns = 0, held_ns = held_ns < span_ns ? held_ns : span_ns;
    task->unknown_ns += span_ns - held_ns;
    int64_t idle_ns = task->unknown_ns;
    /* Who is ready may be waiting for a processor, which the kernel adds up only when it gets one. Either it has been
     * ready ever since the last look, or it has slept since then and its waiting is not older than the look. */
    if (now->state == 'R')
        idle_ns = !is_new && before->state == 'R' && before->times == now->times ? 0 : idle_ns - span_ns;
    idle_ns = idle_ns > 0 ? idle_ns : 0;
    task->unknown_ns -= idle_ns;
    return idle_ns;
}

static void look_at_task(const char *path, pid_t id)
{
    struct task *task = find_task(id);
    struct account before = {0};
    if (!task)
        return;
    int is_new = task->look == 0 || task->look + 1 != look;
    if (!is_new)
        before = task->now;
    if (!read_account(path, &task->now))
        return;
    if (task->now.times < before.times) { /* another one, with the same number */
        before = (struct account){0};
        is_new = 1;
    }
    task->look = look;
    int64_t idle_ns = idle_ns_of(task, &before, is_new);
    least_ns = idle_ns < least_ns ? idle_ns : least_ns;
    in_doubt |= is_new || task->now.state == 'D';
}

static void look_at_process(const char *process)
{
    char path[64];
    DIR *folder = open_tasks(process);
    for (const char *task; folder && (task = next_task(folder));) {
        snprintf(path, sizeof path, "%.20s/task/%.20s", process, task);
        look_at_task(path, (pid_t)atoi(task));
    }
    if (folder)
        closedir(folder);
}

void begin_match(void) { doubt_left_us = MOST_DOUBT_US; }

void begin_idleness(void)
{
    look = 0;
    task_count = 0;
    idle_us = 0;
}

/* Add up for how long nobody in the box was on a processor or waited for one. Only turns that last get here: the first
 * look is what the later ones are compared with, so what came before it is free. */
void look_at_idleness(void)
{
    struct account own;
    if (!is_counted() || !read_account("thread-self", &own))
        return;
    uint64_t now_us = turn_wall_us(), cpu_us = turn_cpu_us();
    span_ns = least_ns = (int64_t)(now_us - looked_us) * 1000;
    in_doubt = 0;
    look++;
    each_below("self", look_at_process, 0);
    int64_t unused_us = (int64_t)(now_us - looked_us) - (int64_t)(cpu_us - cpu_at_look_us);
    int64_t idle = least_ns / 1000 < unused_us ? least_ns / 1000 : unused_us;
    idle -= (int64_t)(own.waited_ns - own_waited_ns) / 1000; /* it may have waited for us */
    looked_us = now_us;
    cpu_at_look_us = cpu_us;
    own_waited_ns = own.waited_ns;
    if (look == 1 || idle <= 0)
        return;
    uint64_t forgiven_us = !in_doubt ? 0 : (uint64_t)idle < doubt_left_us ? (uint64_t)idle : doubt_left_us;
    doubt_left_us -= forgiven_us;
    idle_us += (uint64_t)idle - forgiven_us;
}

void end_idleness(void)
{
    if (look)
        look_at_idleness();
}

uint64_t turn_idle_us(void) { return idle_us; }
