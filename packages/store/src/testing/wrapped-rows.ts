// Rows that tell of every put before it is made. A listener may note it, leave it out, or throw,
// which is how a group is torn in the middle.

import type { Rows } from '../driver.ts'

/** One put, as a thing that can be done now, later, or never. */
export interface Put {
  readonly method: PutMethod
  /** The row, or the id of the deleted one. */
  readonly row: unknown
  apply(rows: Rows): void
}

export type PutMethod =
  | 'putSession'
  | 'putCommit'
  | 'putDoc'
  | 'putReceipt'
  | 'putEvent'
  | 'putJob'
  | 'putTimer'
  | 'deleteTimer'
  | 'putLease'
  | 'putEntry'

/** `onPut` decides about each put: it is made only if it answers true. */
export function wrapRows(rows: Rows, onPut: (put: Put) => boolean): Rows {
  const put =
    <T>(method: PutMethod, write: (rows: Rows, row: T) => void) =>
    (row: T) => {
      if (onPut({ method, row, apply: (target) => write(target, row) })) write(rows, row)
    }
  return {
    head: () => rows.head(),
    session: (session) => rows.session(session),
    news: () => rows.news(),
    doc: (space, id) => rows.doc(space, id),
    receipt: (id) => rows.receipt(id),
    event: (topic, messageId) => rows.event(topic, messageId),
    job: (id) => rows.job(id),
    dueJobs: (due) => rows.dueJobs(due),
    timer: (id) => rows.timer(id),
    lease: (name) => rows.lease(name),
    entry: (list, id) => rows.entry(list, id),
    runningJobs: (queue, now) => rows.runningJobs(queue, now),
    putSession: put('putSession', (target, row) => target.putSession(row)),
    putCommit: put('putCommit', (target, row) => target.putCommit(row)),
    putDoc: put('putDoc', (target, row) => target.putDoc(row)),
    putReceipt: put('putReceipt', (target, row) => target.putReceipt(row)),
    putEvent: put('putEvent', (target, row) => target.putEvent(row)),
    putJob: (row, isNew) => {
      const write = (target: Rows) => target.putJob(row, isNew)
      if (onPut({ method: 'putJob', row, apply: write })) write(rows)
    },
    putTimer: put('putTimer', (target, row) => target.putTimer(row)),
    deleteTimer: put('deleteTimer', (target, id: string) => target.deleteTimer(id)),
    putLease: put('putLease', (target, row) => target.putLease(row)),
    putEntry: (row, before) => {
      const write = (target: Rows) => target.putEntry(row, before)
      if (onPut({ method: 'putEntry', row, apply: write })) write(rows)
    },
  }
}
