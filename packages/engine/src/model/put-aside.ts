// Models that computed for longer than they may, while they were opened or by due rules, and models that call functions
// which this host does not have. They are put aside (quarantined), so that they cost nobody anything, until another
// version is deployed, they are deleted, or the host starts anew.

import { DiagnosticsError, EngineError } from '../errors.ts'

export interface AsideModel {
  readonly id: string
  readonly reason: string
  readonly since: number
}

export class PutAside {
  readonly #byId = new Map<string, AsideModel>()

  add(id: string, reason: string, since: number): void {
    this.#byId.set(id, { id, reason, since })
  }

  has(id: string): boolean {
    return this.#byId.has(id)
  }

  remove(id: string): void {
    this.#byId.delete(id)
  }

  all(): AsideModel[] {
    return [...this.#byId.values()]
  }

  /** In a sentence; undefined for one that is not put aside. */
  problemsOf(id: string): readonly string[] | undefined {
    const found = this.#byId.get(id)
    return found === undefined ? undefined : [`It was put aside. ${found.reason}`]
  }

  /** Throws for a model that is put aside. */
  check(id: string): void {
    const found = this.#byId.get(id)
    if (found === undefined) return
    throw new EngineError('put-aside', `The model ${id} was put aside. ${found.reason}`)
  }
}

/** Why a model that could not be opened is put aside; undefined if it is not. */
export function whyAside(error: unknown): string | undefined {
  if (isTooMuchWork(error)) return error.message
  if (!(error instanceof DiagnosticsError)) return undefined
  return `${error.message} Give this host the functions that it had before, and start it again; or deploy another version.`
}

/** Whether something ended since it computed for too long. */
export function isTooMuchWork(error: unknown): error is EngineError {
  return error instanceof EngineError && error.code === 'too-much-work'
}
