/* What the files of the agent share: the wire format, the program in the box, and each other's functions. */

#ifndef AGENT_H
#define AGENT_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/filter.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum kind { SETUP, TURN, START, FOLLOW, ENOUGH, END, TIDY };
enum ending { REPLY, EXIT, SIGNAL, CPU, WALL, FLOOD, NOT_STARTED, IDLE };

struct request {
    uint32_t kind;
    uint32_t bytes; /* of the payload that follows */
    uint64_t cpu_us; /* for what it does and what it idles away together */
    uint64_t idle_us;
    uint64_t wall_us;
};

struct reply {
    uint32_t ending;
    int32_t code; /* exit code, signal or errno, as the ending says; 1 if the match has no more time to be idle in */
    uint32_t stdout_bytes;
    uint32_t stderr_bytes;
    uint64_t idle_us; /* in which nobody in the box had anything to do */
    uint64_t cpu_us;
    uint64_t wall_us;
};

/* The payload of SETUP; argc + envc + pathc strings follow, each ended by NUL, then the seccomp filter. */
struct setup {
    uint32_t init;     /* we are PID 1 of a PID namespace, under the filter already */
    uint32_t owns_all; /* a PID namespace or a uid of its own: kill(-1) reaches the box and nobody else */
    uint32_t argc, envc, pathc, filter_bytes; /* with paths Landlock keeps the program to them */
    uint32_t reply_bytes, stderr_bytes;
    uint32_t processes, files;
    int32_t cpu_fd; /* the cgroup's account of CPU time, or -1 */
    int32_t pid_fd; /* the number of the process that was made last, or -1 */
    int32_t proc_fd; /* the machine's /proc, or -1 */
    int32_t pass_fd; /* a socket by which the referee and we pass each other descriptors */
    int32_t mould_fd, its_fd; /* the same between us and the mould, and its end of it; -1 if there is none */
    uint64_t memory_bytes, file_bytes;
};

/* What a long-lived program's clocks said when its turn began, which the referee measured: the payload of FOLLOW. */
struct begun {
    uint64_t wall_us, cpu_us;
};

struct program {
    pid_t pid; /* 0: none, or already reaped */
    pid_t group;
    int pidfd, in, out, err; /* the ends of its pipes that are ours: the referee holds those of a long-lived one */
    int status; /* as wait4 gave it, once pid is 0 */
};

/* What a box may do, set once: agent_entry.c */
extern struct setup setup;
extern char **argv_of_bot, **env_of_bot;
extern int ruleset;              /* of Landlock, at level B */
extern struct sock_fprog filter; /* empty where bwrap has loaded it, or at level C */

void set_up(const char *payload, size_t bytes);

/* The program, its processes and their clocks: agent_program.c */
extern struct program bot;
extern pid_t mould; /* an interpreter that casts a fresh program for every match, or 0 */

uint64_t clock_us(clockid_t id);
void begin_clocks(void);
void resume_clocks(const struct begun *begun);
uint64_t turn_cpu_us(void);
uint64_t turn_wall_us(void);
void count_children(void);
void signal_group(int signal_number);
void close_end(int *fd);
void tidy(void);
void kill_all(void);
_Noreturn void leave(int code);
_Noreturn void give_up(const char *what);

/* How a program comes to life: agent_start.c */
int start(uint64_t cpu_us, int in, int out, int err);
int start_long_lived(void);
int refuse_more(void);

/* Who is in the box, and when none of them had anything to do: agent_idle.c */
void each_below(const char *process, void visit(const char *process), int depth);
void begin_match(void);
void begin_idleness(void);
void look_at_idleness(void);
void end_idleness(void);
uint64_t turn_idle_us(void);

/* Requests, turns and replies: agent.c */
void make_room(size_t stdout_bytes, size_t stderr_bytes);
_Noreturn void serve(void);

#endif
