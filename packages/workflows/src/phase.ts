// One phase of a handler, with its deadline. Operations that the handler began and did not await are awaited here; later
// ones have no effect. An async handler that never ends is given up at the deadline.

import type { Clock } from '@cellwake/scheduler'
import type { Guard } from './capabilities.ts'
import { Abandoned, type Failure } from './errors.ts'
import { handlerFailure } from './failures.ts'

export type PhaseResult =
  | { readonly value: unknown; readonly failure?: undefined; readonly late?: undefined }
  | { readonly failure: Failure; readonly late: boolean }

const LATE = Symbol('late')
/** One for all phases: an abort without a reason makes an error with a stack, each time. */
const OVER = new DOMException('The phase is over', 'AbortError')

export async function inPhase(
  clock: Clock,
  guard: Guard,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<PhaseResult> {
  const { phaseMs } = guard.limits
  const controller = new AbortController()
  let ring: () => void = () => {}
  const late = new Promise<typeof LATE>((resolve) => {
    ring = () => resolve(LATE)
  })
  const alarm = clock.wake(clock.now() + phaseMs, ring)
  try {
    let value: unknown
    let thrown: { error: unknown } | undefined
    const ended = await Promise.race([
      work(controller.signal).then(
        (result) => {
          value = result
        },
        (error: unknown) => {
          thrown = { error }
        },
      ),
      late,
    ])
    const settled = ended === LATE ? LATE : await Promise.race([guard.settled(), late])
    if (thrown?.error instanceof Abandoned) throw thrown.error
    if (guard.failure !== undefined) return { failure: guard.failure, late: false }
    if (settled === LATE) {
      const message = `${guard.phase} took longer than ${phaseMs / 1_000} s`
      return { failure: { class: 'logic', message }, late: true }
    }
    if (thrown !== undefined) return { failure: handlerFailure(thrown.error), late: false }
    return { value }
  } finally {
    guard.close()
    clock.cancel(alarm)
    controller.abort(OVER)
  }
}
