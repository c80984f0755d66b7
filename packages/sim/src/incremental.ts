// The rig of incremental models: random models and edits; after each edit every cell equals that of a
// model built from scratch, and nothing ran in vain. It first plants bugs in the graph and fails if the
// comparison lets one pass. The same seed makes the same models and edits. An edit takes 3 to 12 ms, as
// busy as the machine is.

import { INCREMENTAL_MODEL_EDITS, INCREMENTAL_PLANTED_MODELS } from './limits.ts'

interface Report {
  readonly models: number
  readonly edits: number
  readonly formulas: number
  readonly runs: number
  readonly values: number
  readonly violations: readonly string[]
}

interface PlantedBug {
  readonly bug: string
  readonly plant: unknown
  readonly found: RegExp
}

/** The part of the engine's test support that the rig uses. */
interface Support {
  compareWithScratch(options: {
    seed: number
    models: number
    edits: number
    plant?: unknown
    until?: RegExp
  }): Promise<Report>
  readonly PLANTED: readonly PlantedBug[]
}

export interface IncrementalOptions {
  readonly seed: number
  readonly edits: number
  readonly log: (line: string) => void
}

export interface IncrementalResult {
  readonly figures: Readonly<Record<string, number>>
  readonly violations: readonly string[]
}

export async function incrementalRig(options: IncrementalOptions): Promise<IncrementalResult> {
  const { seed, log } = options
  const { compareWithScratch, PLANTED } = await loadSupport()
  const violations: string[] = []
  for (const { bug, plant, found } of PLANTED) {
    const models = INCREMENTAL_PLANTED_MODELS
    const edits = INCREMENTAL_MODEL_EDITS
    const report = await compareWithScratch({ seed, models, edits, plant, until: found })
    const noticed = report.violations.some((violation) => found.test(violation))
    if (!noticed) violations.push(`planted bug not noticed: ${bug}`)
  }
  log(`incremental: planted bugs ${violations.length === 0 ? 'all noticed' : 'MISSED'}`)
  const figures = { models: 0, edits: 0, formulas: 0, runs: 0, values: 0 }
  const models = 50
  for (let part = 1; figures.edits < options.edits && violations.length === 0; part++) {
    const edits = INCREMENTAL_MODEL_EDITS
    const report = await compareWithScratch({ seed: seed * 1_000 + part, models, edits })
    for (const name of ['models', 'edits', 'formulas', 'runs', 'values'] as const) {
      figures[name] += report[name]
    }
    violations.push(...report.violations)
    log(`incremental: ${figures.edits} of ${options.edits} edits, ${figures.values} values`)
  }
  return { figures, violations }
}

/** The oracle lives with the tests that use it first; an address in parts keeps it out of the build. */
async function loadSupport(): Promise<Support> {
  const at = (file: string) => new URL(`../../engine/test/support/${file}`, import.meta.url).href
  const { compareWithScratch } = await import(at('incremental.ts'))
  const { PLANTED } = await import(at('planted.ts'))
  return { compareWithScratch, PLANTED }
}
