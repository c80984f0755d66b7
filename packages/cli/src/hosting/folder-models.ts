// The models of a folder on a host. A file is deployed when its model is missing or its text is another than
// the one that was last deployed from it: so edits elsewhere stay until the file changes.

import { createHash } from 'node:crypto'
import { type Deployed, DiagnosticsError, type Engine, isTooMuch } from '@cellwake/engine'
import type { Diagnostic } from '@cellwake/language'
import type { Address, Store } from '@cellwake/store'
import { CliError } from '../errors.ts'
import { modelIdOf } from '../model-id.ts'
import { type FileProblem, readSources, type Source } from '../sources.ts'
import type { Findings } from '../text/findings.ts'
import { filesBelow, isFolder } from './folder.ts'

/** The outcome for one file. */
export type FileOutcome =
  | { readonly file: string; readonly id: string; readonly outcome: 'unchanged' }
  | {
      readonly file: string
      readonly id: string
      readonly outcome: 'deployed'
      readonly version: number
      readonly kept: number
      readonly dropped: number
      readonly added: number
      /** Calls in it that change something outside, and that are new. */
      readonly mutations: Deployed['mutations']
      readonly findings: Findings
    }
  | {
      readonly file: string
      readonly id: string | undefined
      readonly outcome: 'refused'
      readonly findings: Findings
    }

const SPACE = 'files'

export class FolderModels {
  readonly #engine: Engine
  readonly #store: Store
  readonly #by: string
  /** The text of each file at the last scan: a refused one is reported once. */
  readonly #seen = new Map<string, string>()

  constructor(engine: Engine, store: Store, by: string) {
    this.#engine = engine
    this.#store = store
    this.#by = by
  }

  /**
   * Reads all `.grid` files below the folder, and deploys new and different ones; also those that call functions
   * with a changed declaration.
   */
  async deploy(folder: string, changed: readonly string[] = []): Promise<FileOutcome[]> {
    if (!(await isFolder(folder))) {
      throw new CliError('no-folder', `There is no folder ${folder}. Make it, or name another.`)
    }
    await this.#store.load({ space: SPACE })
    const outcomes: FileOutcome[] = []
    const owners = new Map<string, string>()
    for (const source of await sourcesBelow(folder)) {
      const text = 'text' in source ? source.text : source.message
      const isAffected = callsOneOf(changed, text)
      const isNew = isAffected || this.#seen.get(source.file) !== text
      this.#seen.set(source.file, text)
      if (!('text' in source)) {
        const { file } = source
        const findings = { source, diagnostics: [] }
        if (isNew) outcomes.push({ file, id: undefined, outcome: 'refused', findings })
        continue
      }
      const id = modelIdOf(source.file, source.text)
      const other = owners.get(id)
      if (other !== undefined) throw twoFiles(id, other, source.file)
      owners.set(id, source.file)
      if (isNew) outcomes.push(await this.#deployFile(id, source, isAffected))
    }
    return outcomes
  }

  async #deployFile(id: string, source: Source, isAffected: boolean): Promise<FileOutcome> {
    const { file, text } = source
    const digest = createHash('sha256').update(text).digest('hex')
    const known = (await this.#engine.models()).some((model) => model.id === id)
    if (known && !isAffected && this.#store.read(digestOf(id)) === digest)
      return { file, id, outcome: 'unchanged' }
    try {
      const { version, kept, dropped, added, mutations, diagnostics } = await this.#engine.deploy(
        text,
        {
          id,
          by: this.#by,
        },
      )
      // After the deploy: if this is lost, the same text is deployed again, which is idempotent.
      await this.#store.edit((tx) => tx.write(digestOf(id), digest), {
        cause: { by: this.#by, detail: { act: 'file', model: id } },
      })
      return {
        file,
        id,
        outcome: 'deployed',
        version,
        kept: kept.length,
        dropped: dropped.length,
        added: added.length,
        mutations,
        findings: { source, diagnostics },
      }
    } catch (error) {
      if (isTooMuch(error)) {
        // The other files are deployed all the same.
        const problem = { file, code: 'limit', message: error.message } as const
        return { file, id, outcome: 'refused', findings: { source: problem, diagnostics: [] } }
      }
      if (!(error instanceof DiagnosticsError)) throw error
      const diagnostics: readonly Diagnostic[] = error.diagnostics
      return { file, id, outcome: 'refused', findings: { source, diagnostics } }
    }
  }
}

/** The sources below a folder. A file that may not be read is reported like one that cannot be. */
async function sourcesBelow(folder: string): Promise<(Source | FileProblem)[]> {
  const files = await filesBelow(folder, /\.grid$/)
  const sources: (Source | FileProblem)[] = []
  for (const { path: file, problem } of files) {
    if (problem === undefined) sources.push(...(await readSources([file])))
    else sources.push({ file, code: 'unreadable', message: problem })
  }
  return sources
}

/** By name alone: a text that only mentions a function is deployed again, which is idempotent. */
function callsOneOf(names: readonly string[], text: string): boolean {
  if (names.length === 0) return false
  return new RegExp(`\\b(${names.join('|')})\\s*\\(`, 'i').test(text)
}

function digestOf(id: string): Address {
  return { space: SPACE, id, path: ['digest'] }
}

function twoFiles(id: string, first: string, second: string): CliError {
  return new CliError(
    'two-files',
    `${first} and ${second} are both the model ${id}. Give one another MODEL name.`,
  )
}
