// Low priority for helpers: the host, which answers everybody, must not wait for a processor.

import { getPriority, setPriority } from 'node:os'
import { HELPER_NICENESS } from '../limits.ts'

/** Right after it was started, so that its threads are begun alike. */
export function giveWay({ pid }: { readonly pid?: number | undefined }): void {
  if (pid === undefined) return
  try {
    setPriority(pid, Math.max(getPriority(), HELPER_NICENESS))
  } catch {
    // The process has ended already, or the system forbids it: then it competes.
  }
}
