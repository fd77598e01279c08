#define _GNU_SOURCE
#include "bh_uv.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

int bh_is_main_thread (void) {
  return getpid() == (pid_t)syscall(SYS_gettid);
}

int bh_memory_file (const void *bytes, size_t count) {
  const char *next = bytes;
  int file = memfd_create("stdin", MFD_CLOEXEC);
  if (file < 0) return -errno;
  while (count > 0) {
    ssize_t written = write(file, next, count);
    if (written < 0) {
      int code = errno;
      if (code == EINTR) continue;
      close(file);
      return -code;
    }
    next += written;
    count -= (size_t)written;
  }
  lseek(file, 0, SEEK_SET);
  return file;
}

int bh_pipe (int ends[2]) {
  return pipe2(ends, O_CLOEXEC) == 0 ? 0 : -errno;
}

int bh_changes_open (void) {
  int queue = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  return queue < 0 ? -errno : queue;
}

int bh_changes_watch (int queue, const char *folder, int content) {
  uint32_t mask = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
                | IN_ONLYDIR | IN_MASK_ADD;  /* somebody else may watch it for more */
  if (content) mask |= IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB;
  int watch = inotify_add_watch(queue, folder, mask);
  return watch < 0 ? -errno : watch;
}

void bh_changes_unwatch (int queue, int watch) {
  inotify_rm_watch(queue, watch);
}

size_t bh_changes_next (const void *bytes, size_t count, size_t offset, bh_change *change) {
  struct inotify_event event;
  if (offset + sizeof event > count) return 0;
  memcpy(&event, (const char *)bytes + offset, sizeof event);
  if (event.len > count - offset - sizeof event) return 0;
  change->watch = event.wd;
  change->name = event.len > 0 ? (const char *)bytes + offset + sizeof event : NULL;
  change->kinds = 0;
  if (event.mask & IN_MODIFY) change->kinds |= BH_CHANGE_CONTENT;
  if (event.mask & (IN_ATTRIB | IN_CLOSE_WRITE)) change->kinds |= BH_CHANGE_ATTRIBUTES;
  if (event.mask & (IN_CREATE | IN_MOVED_TO)) change->kinds |= BH_CHANGE_APPEARED;
  if (event.mask & IN_DELETE) change->kinds |= BH_CHANGE_DELETED;
  if (event.mask & IN_MOVED_FROM) change->kinds |= BH_CHANGE_MOVED_AWAY;
  if (event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)) change->kinds |= BH_CHANGE_FOLDER;
  if (event.mask & IN_IGNORED) change->kinds |= BH_CHANGE_WATCH_ENDED;
  if (event.mask & IN_Q_OVERFLOW) change->kinds |= BH_CHANGE_LOST;
  return offset + sizeof event + event.len;
}

int bh_files_kind (const char *path) {
  struct statfs about;
  if (statfs(path, &about) != 0) return -errno;
  switch ((unsigned long)about.f_type & 0xffffffffUL) {
    case PROC_SUPER_MAGIC: case SYSFS_MAGIC: case CGROUP_SUPER_MAGIC: case CGROUP2_SUPER_MAGIC:
    case DEBUGFS_MAGIC: case TRACEFS_MAGIC: case SECURITYFS_MAGIC: case BPF_FS_MAGIC:
      return BH_FILES_MADE_UP;
    case NFS_SUPER_MAGIC: case SMB_SUPER_MAGIC: case V9FS_MAGIC: case AFS_SUPER_MAGIC:
    case 0xFF534D42UL /* cifs */: case 0xFE534D42UL /* smb2 */: case 0x65735546UL /* fuse */:
      return BH_FILES_REMOTE;
    default:
      return BH_FILES_NOTIFIED;
  }
}

void bh_unblock_signal (int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int bh_signal_group (int group, int signal) {
  if (group <= 1) return EINVAL;  /* 0 and 1 would mean our own group, and everybody */
  return kill(-group, signal) == 0 ? 0 : errno;
}
