#ifndef BUZZ_CLINUX_SHIM_H
#define BUZZ_CLINUX_SHIM_H

#include <fcntl.h>
#include <linux/landlock.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The rights that change a file system, of Landlock's first version: what an extension may do below its caches only.
#define BUZZ_LANDLOCK_WRITES                                                                                 \
    (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |        \
     LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |              \
     LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |           \
     LANDLOCK_ACCESS_FS_MAKE_SYM)

// Confines this process's writes to one directory. Returns 0 when it holds, a negative number when the kernel can't.
// In C because `syscall` and `prctl` are variadic, which Swift can't call.
static inline int buzz_confine_writes(const char *directory) {
    struct landlock_ruleset_attr rules = {.handled_access_fs = BUZZ_LANDLOCK_WRITES};
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
    if (ruleset < 0) {
        return -1;
    }
    struct landlock_path_beneath_attr beneath = {.allowed_access = BUZZ_LANDLOCK_WRITES};
    beneath.parent_fd = open(directory, O_RDONLY | O_CLOEXEC);
    int result = -2;
    if (beneath.parent_fd >= 0) {
        if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0 &&
            prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0) {
            result = 0;
        }
        close(beneath.parent_fd);
    }
    close(ruleset);
    return result;
}

// One arena for all threads, and a fixed bound from which blocks are the system's own and go back to it when freed.
// In C because Swift's Glibc leaves malloc.h out.
static inline int buzz_allocate_from_one_place(void) {
    return mallopt(M_ARENA_MAX, 1) == 1 && mallopt(M_MMAP_THRESHOLD, 128 * 1024) == 1;
}

// A pipe whose ends no other program inherits. In C because `pipe2` is a GNU extension that Swift's Glibc leaves out,
// and a flag set after `pipe` comes too late when another thread starts a program meanwhile.
static inline int buzz_pipe(int *ends) {
    return (int)syscall(SYS_pipe2, ends, O_CLOEXEC);
}

#endif
