#include "sqlite_faults.h"

#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* Guarded by the mutex. */
static struct {
  char folder[4096];
  int left;  /* calls until the one that fails; negative: none does */
  int is_lasting;
  enum sqlite_fault fault;
  const char *failed;
} faults = { .left = -1 };

/* The layer below; set once. */
static sqlite3_vfs *below;

/* An open file of ours, behind which the one of the layer below lies. */
typedef struct {
  sqlite3_file base;
  int is_counted;
} layered_file;

static sqlite3_file *file_below (sqlite3_file *file) {
  return (sqlite3_file *)((layered_file *)file + 1);
}

static int is_counted (const char *path) {
  pthread_mutex_lock(&mutex);
  size_t length = strlen(faults.folder);
  int answer = path != NULL && length > 0 && strncmp(path, faults.folder, length) == 0;
  pthread_mutex_unlock(&mutex);
  return answer;
}

/* The result code with which a call is to fail; SQLITE_OK if it is to go on. */
static int refusal (int counts, const char *call, int code, int is_write, int is_lock) {
  if (!counts) return SQLITE_OK;
  int answer = SQLITE_OK;
  pthread_mutex_lock(&mutex);
  if (faults.left >= 0 && (faults.fault != SQLITE_FAULT_BUSY || is_lock)) {
    if (faults.left == 0) {
      if (faults.failed == NULL) faults.failed = call;
      answer = faults.fault == SQLITE_FAULT_BUSY ? SQLITE_BUSY
             : faults.fault == SQLITE_FAULT_FULL && is_write ? SQLITE_FULL : code;
      if (!faults.is_lasting) faults.left = -1;
    } else {
      faults.left--;
    }
  }
  pthread_mutex_unlock(&mutex);
  return answer;
}

#define FAIL(file, call, code, is_write, is_lock) \
  do { \
    int refused = refusal(((layered_file *)(file))->is_counted, call, code, is_write, is_lock); \
    if (refused != SQLITE_OK) return refused; \
  } while (0)

/* {================ Files ================ */

static int layered_close (sqlite3_file *file) {
  return file_below(file)->pMethods->xClose(file_below(file));
}

static int layered_read (sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  FAIL(file, "read", SQLITE_IOERR_READ, 0, 0);
  return file_below(file)->pMethods->xRead(file_below(file), bytes, count, offset);
}

static int layered_write (sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int refused = refusal(((layered_file *)file)->is_counted, "write", SQLITE_IOERR_WRITE, 1, 0);
  if (refused == SQLITE_OK) return file_below(file)->pMethods->xWrite(file_below(file), bytes, count, offset);
  if (count > 1) file_below(file)->pMethods->xWrite(file_below(file), bytes, count / 2, offset);
  return refused;
}

static int layered_truncate (sqlite3_file *file, sqlite3_int64 size) {
  FAIL(file, "truncate", SQLITE_IOERR_TRUNCATE, 0, 0);
  return file_below(file)->pMethods->xTruncate(file_below(file), size);
}

static int layered_sync (sqlite3_file *file, int flags) {
  FAIL(file, "sync", SQLITE_IOERR_FSYNC, 0, 0);
  return file_below(file)->pMethods->xSync(file_below(file), flags);
}

static int layered_size (sqlite3_file *file, sqlite3_int64 *size) {
  FAIL(file, "size", SQLITE_IOERR_FSTAT, 0, 0);
  return file_below(file)->pMethods->xFileSize(file_below(file), size);
}

static int layered_lock (sqlite3_file *file, int level) {
  FAIL(file, "lock", SQLITE_IOERR_LOCK, 0, 1);
  return file_below(file)->pMethods->xLock(file_below(file), level);
}

static int layered_unlock (sqlite3_file *file, int level) {
  return file_below(file)->pMethods->xUnlock(file_below(file), level);
}

static int layered_check_lock (sqlite3_file *file, int *is_reserved) {
  FAIL(file, "check lock", SQLITE_IOERR_CHECKRESERVEDLOCK, 0, 0);
  return file_below(file)->pMethods->xCheckReservedLock(file_below(file), is_reserved);
}

static int layered_control (sqlite3_file *file, int operation, void *argument) {
  return file_below(file)->pMethods->xFileControl(file_below(file), operation, argument);
}

static int layered_sector (sqlite3_file *file) {
  return file_below(file)->pMethods->xSectorSize(file_below(file));
}

static int layered_traits (sqlite3_file *file) {
  return file_below(file)->pMethods->xDeviceCharacteristics(file_below(file));
}

static int layered_shm_map (sqlite3_file *file, int page, int size, int extends, void volatile **memory) {
  FAIL(file, "map", SQLITE_IOERR_SHMMAP, 0, 0);
  return file_below(file)->pMethods->xShmMap(file_below(file), page, size, extends, memory);
}

static int layered_shm_lock (sqlite3_file *file, int offset, int count, int flags) {
  if (flags & SQLITE_SHM_LOCK) FAIL(file, "lock memory", SQLITE_IOERR_SHMLOCK, 0, 1);
  return file_below(file)->pMethods->xShmLock(file_below(file), offset, count, flags);
}

static void layered_shm_barrier (sqlite3_file *file) {
  file_below(file)->pMethods->xShmBarrier(file_below(file));
}

static int layered_shm_unmap (sqlite3_file *file, int deletes) {
  return file_below(file)->pMethods->xShmUnmap(file_below(file), deletes);
}

/* Version 2: pages are not mapped, so that every read and write comes by here. */
static const sqlite3_io_methods file_methods = {
  2, layered_close, layered_read, layered_write, layered_truncate, layered_sync, layered_size, layered_lock,
  layered_unlock, layered_check_lock, layered_control, layered_sector, layered_traits, layered_shm_map,
  layered_shm_lock, layered_shm_barrier, layered_shm_unmap, NULL, NULL
};

/* }====================================== */

static int layered_open (sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags) {
  (void)vfs;
  layered_file *ours = (layered_file *)file;
  ours->base.pMethods = NULL;
  ours->is_counted = is_counted(path);
  FAIL(file, "open", SQLITE_CANTOPEN, 0, 0);
  file_below(file)->pMethods = NULL;
  int code = below->xOpen(below, path, file_below(file), flags, out_flags);
  /* The layer below may want to be closed even where it could not open. */
  if (file_below(file)->pMethods != NULL) ours->base.pMethods = &file_methods;
  return code;
}

static int layered_delete (sqlite3_vfs *vfs, const char *path, int syncs) {
  (void)vfs;
  int refused = refusal(is_counted(path), "delete", SQLITE_IOERR_DELETE, 0, 0);
  return refused != SQLITE_OK ? refused : below->xDelete(below, path, syncs);
}

static int layered_access (sqlite3_vfs *vfs, const char *path, int flags, int *answer) {
  (void)vfs;
  int refused = refusal(is_counted(path), "access", SQLITE_IOERR_ACCESS, 0, 0);
  return refused != SQLITE_OK ? refused : below->xAccess(below, path, flags, answer);
}

static int layered_path (sqlite3_vfs *vfs, const char *path, int count, char *out) {
  (void)vfs;
  int refused = refusal(is_counted(path), "full path", SQLITE_CANTOPEN, 0, 0);
  return refused != SQLITE_OK ? refused : below->xFullPathname(below, path, count, out);
}

static sqlite3_vfs layer;

static void make_layer (void) {
  sqlite3_initialize();
  below = sqlite3_vfs_find(NULL);
  layer = *below;
  layer.zName = "faults";
  layer.szOsFile = (int)sizeof(layered_file) + below->szOsFile;
  layer.pNext = NULL;
  layer.xOpen = layered_open;
  layer.xDelete = layered_delete;
  layer.xAccess = layered_access;
  layer.xFullPathname = layered_path;
}

void sqlite_faults_begin (const char *folder) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_layer);
  pthread_mutex_lock(&mutex);
  strncpy(faults.folder, folder, sizeof faults.folder - 1);
  faults.left = -1;
  pthread_mutex_unlock(&mutex);
  sqlite3_vfs_register(&layer, 1);
}

void sqlite_faults_end (void) {
  sqlite_faults_fail(-1, SQLITE_FAULT_INPUT_OUTPUT, 0);
  sqlite3_vfs_register(below, 1);
}

void sqlite_faults_fail (int number, enum sqlite_fault fault, int is_lasting) {
  pthread_mutex_lock(&mutex);
  faults.left = number;
  faults.fault = fault;
  faults.is_lasting = is_lasting;
  faults.failed = NULL;
  pthread_mutex_unlock(&mutex);
}

const char *sqlite_faults_failed (void) {
  pthread_mutex_lock(&mutex);
  const char *failed = faults.failed;
  pthread_mutex_unlock(&mutex);
  return failed;
}
