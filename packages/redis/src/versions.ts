// The versions of one model that a server has in hand: the one that runs, and one that is to take its place. A commit that
// brings a version is computed by it, and so is every one behind; until then the version that runs computes.

import type { PlacedVersion } from '@cellwake/engine'
import { catalogue } from '@cellwake/language'
import { emitModel, type Program, prunedChunk } from '@cellwake/runtime'
import type { Store } from '@cellwake/store'
import type { VersionRow } from '@cellwake/store/driver'
import { hostLua } from './chunk.ts'
import { Evaluator } from './evaluator.ts'
import { MODEL_DOCUMENT } from './group.ts'
import { type Calls, type Library, libraryOf } from './library.ts'
import { PROGRAM_LINE } from './limits.ts'
import type { ModelDriver } from './model-driver.ts'

export interface VersionsParts {
  readonly id: string
  readonly space: string
  readonly calls: Calls
  /** The evaluator as Lua, with all functions. */
  readonly chunk: string
  report(error: unknown): void
}

export class Versions {
  readonly #parts: VersionsParts
  readonly #made = new Map<number, Evaluator>()
  #running: number | undefined

  constructor(parts: VersionsParts) {
    this.#parts = parts
  }

  make(placed: PlacedVersion, driver: ModelDriver, store: Store): Evaluator {
    const { id, space, calls, chunk } = this.#parts
    const { version, rules, runtime } = placed
    const program = placed.program()
    const own = runtime === 'lua_generated' ? calls.by(ownLibrary(chunk, id, program)) : calls
    const text = programText(program)
    this.#running ??= versionOf(store.read({ space, id: MODEL_DOCUMENT, path: [] }))
    const isRunning = () => this.#running === version
    const parts = { id, version, program: text, rules, calls: own, driver, store, isRunning }
    const made = new Evaluator(parts)
    const replaced = this.#made.get(version)
    this.#made.set(version, made)
    if (replaced !== undefined) this.#over(replaced)
    return made
  }

  /** The evaluator of a group of commits, which may bring a version. */
  of(docs: readonly VersionRow[]): Evaluator | undefined {
    const brought = versionOf(docs.findLast(({ id }) => id === MODEL_DOCUMENT)?.value)
    const version = brought ?? this.#running
    return version === undefined ? undefined : this.#made.get(version)
  }

  /** Activates a version, or none: earlier ones end, with their libraries. */
  brought(docs: readonly VersionRow[]): void {
    this.#running = versionOf(docs.findLast(({ id }) => id === MODEL_DOCUMENT)?.value)
    for (const [version, made] of this.#made) {
      if (version === this.#running) continue
      this.#made.delete(version)
      this.#over(made)
    }
  }

  /** Its library goes, if it is one of its own and no other version has the same. */
  #over({ calls }: Evaluator): void {
    const { name } = calls.library
    if (name === this.#parts.calls.library.name) return
    for (const other of this.#made.values()) if (other.calls.library.name === name) return
    calls.unload().catch((error: unknown) => this.#parts.report(error))
  }
}

/** As the host reads it: so many formulas in a line. */
function programText({ formulas, ...program }: Program): string {
  const lines: string[] = []
  for (let from = PROGRAM_LINE; from < formulas.length; from += PROGRAM_LINE) {
    lines.push(JSON.stringify(formulas.slice(from, from + PROGRAM_LINE)))
  }
  const first = JSON.stringify({ ...program, formulas: formulas.slice(0, PROGRAM_LINE) })
  return [first, ...lines].join('\n')
}

function versionOf(model: unknown): number | undefined {
  return (model as { readonly version?: number } | undefined)?.version
}

/** The functions that a model uses and its formulas as code, and nothing else. */
function ownLibrary(chunk: string, model: string, program: Program): Library {
  const { text, functions } = emitModel(program, catalogue)
  return libraryOf(prunedChunk(chunk, functions), hostLua(), { model, forms: text })
}
