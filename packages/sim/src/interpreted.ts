// The rig of the evaluator that TypeScript and Lua share: random models and edits beside the engine; after each edit every
// cell has the same canonical text. In TypeScript, on Lua 5.1 in slices, and on Lua with the code that is generated for each
// model; and every model test that needs neither rules nor providers. It first plants mistakes in the library and fails if the
// comparison lets one pass.

import {
  INTERPRETED_EDITS,
  INTERPRETED_GENERATED_SHARE,
  INTERPRETED_LUA_SHARE,
  INTERPRETED_SLICE_STEPS,
} from './limits.ts'

interface Side {
  cells(): ReadonlyMap<string, string>
}

interface Compared {
  readonly edits: number
  readonly values: number
  readonly violations: readonly string[]
}

interface LuaOptions {
  readonly generated?: boolean
  readonly sliceSteps?: number
  readonly change?: (chunk: string) => string
}

/** The part of the engine's test support that the rig uses. */
interface Support {
  compareRandom(seed: number, edits: number, side: Side): Promise<Compared>
  tsSide(): Side
  luaSide(options?: LuaOptions): Promise<Side>
  casesIn(folder: string): readonly { readonly name: string }[]
  runBeside(one: { readonly name: string }, side: Side): Promise<string[]>
}

export interface InterpretedOptions {
  readonly seed: number
  readonly models: number
  readonly log: (line: string) => void
}

export interface InterpretedResult {
  readonly figures: Readonly<Record<string, number>>
  readonly violations: readonly string[]
}

const PLANTED = [
  { bug: 'stale sums', from: 'forgetBlocks(column, node.row)', to: 'column.row = node.row' },
  {
    bug: 'no last good value',
    from: 'if mode == CONDITIONAL and stops(value) then',
    to: 'if false then',
  },
]

export async function interpretedRig(options: InterpretedOptions): Promise<InterpretedResult> {
  const { seed, models, log } = options
  const support = await loadSupport()
  const violations = await plantedBugs(support)
  log(`interpreted: planted bugs ${violations.length === 0 ? 'all noticed' : 'MISSED'}`)
  const figures = { models: 0, edits: 0, values: 0, cases: 0 }
  const sides: readonly [string, number, () => Promise<Side>][] = [
    ['TypeScript', models, async () => support.tsSide()],
    [
      'Lua',
      Math.ceil(models * INTERPRETED_LUA_SHARE),
      () => support.luaSide({ sliceSteps: INTERPRETED_SLICE_STEPS }),
    ],
    [
      'generated Lua',
      Math.ceil(models * INTERPRETED_GENERATED_SHARE),
      () => support.luaSide({ generated: true }),
    ],
  ]
  for (const [name, count, start] of sides) {
    const side = await start()
    for (const one of support.casesIn(casesFolder)) {
      for (const problem of await support.runBeside(one, side)) {
        violations.push(`${name}, ${one.name}: ${problem}`)
      }
      figures.cases++
    }
    for (let i = 0; i < count && violations.length === 0; i++) {
      const report = await support.compareRandom(seed * 1_000_003 + i, INTERPRETED_EDITS, side)
      figures.models++
      figures.edits += report.edits
      figures.values += report.values
      for (const violation of report.violations) violations.push(`${name}, ${violation}`)
    }
    log(`interpreted: ${name}, ${figures.models} models, ${figures.values} values so far`)
  }
  return { figures, violations }
}

async function plantedBugs({ luaSide, compareRandom }: Support): Promise<string[]> {
  const missed: string[] = []
  for (const { bug, from, to } of PLANTED) {
    const side = await luaSide({ change: (chunk) => chunk.replaceAll(from, to) })
    let noticed = false
    for (let seed = 1; seed <= 40 && !noticed; seed++) {
      noticed = (await compareRandom(seed, INTERPRETED_EDITS, side)).violations.length > 0
    }
    if (!noticed) missed.push(`planted bug not noticed: ${bug}`)
  }
  return missed
}

const casesFolder = new URL('../../engine/test/conformance', import.meta.url).pathname

/** The oracle lives with the tests that use it first; an address in parts keeps it out of the build. */
async function loadSupport(): Promise<Support> {
  const at = (file: string) => new URL(`../../engine/test/support/${file}`, import.meta.url).href
  const { compareRandom, tsSide } = await import(at('interpreted.ts'))
  const { luaSide } = await import(at('interpreted-lua.ts'))
  const { casesIn, runBeside } = await import(at('interpreted-cases.ts'))
  return { compareRandom, tsSide, luaSide, casesIn, runBeside }
}
