/*
 * Preloaded into the service (LD_PRELOAD), it saves the bytes that every write to a database file replaces until the
 * file is synced. After a kill the writes that were never synced can be undone, as by a power cut.
 *
 *   UNDO_PREFIX   files whose path begins with this are watched, but for SQLite's shared memory (-shm)
 *   UNDO_JOURNAL  the file that replaced bytes are appended to
 *
 * A record of the journal: one line "W offset length size path\n" (a write: `length` replaced bytes follow, fewer where
 * the file, of `size` bytes, ended before) or "S 0 0 size path\n" (the file was synced). Numbers are decimal; the line
 * of a write has a fifth number, how many bytes follow.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;

static void give_up(const char *what) {
  perror(what);
  _exit(97);
}

/* The path of a watched file in `path`, or 0. */
static int watched(int fd, char *path, size_t size) {
  const char *prefix = getenv("UNDO_PREFIX");
  char link[64];
  ssize_t length;
  if (prefix == NULL) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  length = readlink(link, path, size - 1);
  if (length <= 0) return 0;
  path[length] = '\0';
  if (strncmp(path, prefix, strlen(prefix)) != 0) return 0;
  return !(length > 4 && strcmp(path + length - 4, "-shm") == 0);
}

static void append(const void *bytes, size_t length) {
  const char *at = bytes;
  if (journal < 0) {
    const char *name = getenv("UNDO_JOURNAL");
    if (name == NULL) give_up("UNDO_JOURNAL is not set");
    journal = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (journal < 0) give_up("the journal cannot be opened");
  }
  while (length > 0) {
    ssize_t done = syscall(SYS_write, journal, at, length);
    if (done < 0) give_up("the journal cannot be written");
    at += done;
    length -= (size_t)done;
  }
}

static long long size_of(int fd) {
  struct stat facts;
  if (fstat(fd, &facts) != 0) give_up("fstat");
  return (long long)facts.st_size;
}

/* Saves the bytes that a write replaces. */
static void keep(int fd, const char *path, long long offset, long long length) {
  long long size = size_of(fd);
  long long old = offset >= size ? 0 : (offset + length > size ? size - offset : length);
  char head[4352];
  char *bytes = malloc((size_t)old + sizeof head);
  int written = snprintf(head, sizeof head, "W %lld %lld %lld %lld %s\n", offset, length, size, old, path);
  if (bytes == NULL) give_up("malloc");
  memcpy(bytes, head, (size_t)written);
  for (long long done = 0; done < old;) {
    ssize_t got = syscall(SYS_pread64, fd, bytes + written + done, (size_t)(old - done), offset + done);
    if (got <= 0) give_up("pread");
    done += got;
  }
  append(bytes, (size_t)written + (size_t)old);
  free(bytes);
}

static void synced(int fd, const char *path) {
  char head[4352];
  int written = snprintf(head, sizeof head, "S 0 0 %lld 0 %s\n", size_of(fd), path);
  append(head, (size_t)written);
}

static ssize_t write_at(int fd, const void *bytes, size_t length, long long offset) {
  char path[4096];
  ssize_t done;
  if (!watched(fd, path, sizeof path)) return syscall(SYS_pwrite64, fd, bytes, length, offset);
  pthread_mutex_lock(&lock);
  keep(fd, path, offset, (long long)length);
  done = syscall(SYS_pwrite64, fd, bytes, length, offset);
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) { return write_at(fd, bytes, length, offset); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return write_at(fd, bytes, length, offset); }

ssize_t write(int fd, const void *bytes, size_t length) {
  char path[4096];
  ssize_t done;
  if (!watched(fd, path, sizeof path)) return syscall(SYS_write, fd, bytes, length);
  pthread_mutex_lock(&lock);
  keep(fd, path, (long long)lseek(fd, 0, SEEK_CUR), (long long)length);
  done = syscall(SYS_write, fd, bytes, length);
  pthread_mutex_unlock(&lock);
  return done;
}

static int cut_to(int fd, long long length) {
  char path[4096];
  int done;
  if (!watched(fd, path, sizeof path)) return (int)syscall(SYS_ftruncate, fd, length);
  pthread_mutex_lock(&lock);
  if (size_of(fd) > length) keep(fd, path, length, size_of(fd) - length);
  done = (int)syscall(SYS_ftruncate, fd, length);
  pthread_mutex_unlock(&lock);
  return done;
}

int ftruncate64(int fd, off64_t length) { return cut_to(fd, length); }
int ftruncate(int fd, off_t length) { return cut_to(fd, length); }

static int sync_by(long call, int fd) {
  char path[4096];
  int done;
  if (!watched(fd, path, sizeof path)) return (int)syscall(call, fd);
  pthread_mutex_lock(&lock);
  done = (int)syscall(call, fd);
  /* After the sync: writes before it cannot be undone any more. */
  if (done == 0) synced(fd, path);
  pthread_mutex_unlock(&lock);
  return done;
}

int fsync(int fd) { return sync_by(SYS_fsync, fd); }
int fdatasync(int fd) { return sync_by(SYS_fdatasync, fd); }
