/*
** A layer between SQLite and the system, for tests: it passes every call on, and fails the n-th one. It counts the calls
** on files of one folder only, so that whatever else the program does with SQLite goes on undisturbed.
*/
#ifndef SQLITE_FAULTS_H
#define SQLITE_FAULTS_H

enum sqlite_fault {
  /* The disk, or what stands for it: an error of reading, writing, locking, mapping, opening, ... */
  SQLITE_FAULT_INPUT_OUTPUT,
  /* Of writing: there is no room; of other calls as above. */
  SQLITE_FAULT_FULL,
  /* Of locking: somebody else has it; other calls are not counted. */
  SQLITE_FAULT_BUSY
};

/* From now on connections go over this layer. Once at a time: it belongs to the process. */
void sqlite_faults_begin (const char *folder);

/* From now on connections are the usual ones. What is open already stays where it is. */
void sqlite_faults_end (void);

/*
** Counts from here on and fails the call of that number, the first being 0, and if so asked all after it; a write that
** fails leaves the half that fitted. A negative number fails none.
*/
void sqlite_faults_fail (int number, enum sqlite_fault fault, int is_lasting);

/* The name of the first call that has failed since; NULL if none has. */
const char *sqlite_faults_failed (void);

#endif
