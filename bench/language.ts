// The language: text to checked model, beside HyperFormula's parser on the same formulas.
//
// Measurement. Ours reads and checks one file of 100,000 assignments: tokens, tree, functions and
// their arguments, owners, cycles, and the reads of each formula. The peer parses the same right
// sides one by one with the parser of an engine (`ParserWithCaching.parse`): tokens, tree and
// dependencies, nothing evaluated and no sheet filled. So ours does more per formula. That parser
// remembers formulas that are the same but for their place, as after copying down a column; so
// there is a workload where it always finds them, and one where it never does. Every system runs in
// a process of its own.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HyperFormula } from 'hyperformula'
import { check, compile, parse } from '../packages/language/src/index.ts'
import { type Case, median, type Result, round } from './result.ts'

const runs = 7
const group = 'language'
const formulaCount = 100_000
const interactiveLines = 10_000

/** Half arithmetic and choices, half ranges and lookups; `n` makes a formula unlike all others. */
const shapes: readonly ((row: number, n: number) => string)[] = [
  (row, n) => `A${row} * 1.05 + B${row} / ${n}`,
  (row, n) => `SUM(A${row}:B${row + 20}) - D${row - 1} * ${n}`,
  (row, n) => `IF(A${row} > ${n}, B${row} * 2, B${row} - 1)`,
  (row, n) => `VLOOKUP(A${row} + ${n}, $A$1:$C$500, 2, FALSE)`,
  (row, n) => `ROUND((A${row} + B${row}) * ${n}, 2) & " units"`,
  (row, n) => `INDEX($B$1:$B$500, MATCH(A${row} - ${n}, $A$1:$A$500, 0))`,
]

const workloads = {
  different: (count: number) => formulas(count, (i) => i + 2),
  'copied down': (count: number) => formulas(count, () => 3),
}

type Workload = keyof typeof workloads

function formulas(count: number, n: (i: number) => number): string[] {
  return Array.from({ length: count }, (_, i) => shapes[i % shapes.length]!(i + 1, n(i)))
}

function modelOf(texts: readonly string[]): string {
  return texts.map((text, i) => `D${i + 1} = ${text}\n`).join('')
}

const ours = { group, system: 'cellwake', version: versionOf('../packages/language/package.json') }
const peer = {
  group,
  system: 'hyperformula',
  version: versionOf('../node_modules/hyperformula/package.json'),
}

export const languageCases: Case[] = [
  ...Object.keys(workloads).flatMap((key): Case[] => {
    const workload = key as Workload
    return [
      { group, name: `${workload}, ours`, run: async () => [checking(workload)] },
      { group, name: `${workload}, peer`, run: async () => [peerParsing(workload)] },
    ]
  }),
  { group, name: 'parts', run: async () => parts() },
  { group, name: 'copied lines', run: async () => filledLines() },
  { group, name: 'memory, ours', run: async () => ownMemory() },
  { group, name: 'memory, peer', run: async () => [peerMemory()] },
  { group, name: 'interactive', run: async () => interactive() },
]

function checking(workload: Workload): Result {
  const source = modelOf(workloads[workload](formulaCount))
  const times = timed(() => {
    const { model, diagnostics } = parse(source)
    const found = diagnostics.length + check(model).diagnostics.length
    if (found > 0) throw new Error('The model has a mistake')
  })
  return { ...ours, workload: checkOf(workload), ...timesRow(times) }
}

function peerParsing(workload: Workload): Result {
  const texts = workloads[workload](formulaCount).map((text) => `=${text}`)
  const times = timed((parser) => {
    for (let row = 0; row < texts.length; row++) {
      const { errors } = parser.parse(texts[row]!, { sheet: 0, col: 3, row })
      if (errors.length > 0) throw new Error(`The peer cannot read ${texts[row]}`)
    }
  }, peerParser)
  return { ...peer, workload: checkOf(workload), ...timesRow(times) }
}

function checkOf(workload: Workload): string {
  return `read and check 100,000 formulas, ${workload}`
}

/** Less than the check, and more. */
function parts(): Result[] {
  const source = modelOf(workloads.different(formulaCount))
  const read = timed(() => parse(source))
  const whole = timed(() => compile(source))
  return [
    { ...ours, workload: 'only read 100,000 formulas', ...timesRow(read) },
    { ...ours, workload: 'compile 100,000 formulas for a runtime', ...timesRow(whole) },
  ]
}

/** The same sheet written out and filled. */
function filledLines(): Result[] {
  const lines = Array.from({ length: formulaCount }, (_, i) => `A${i + 2} = A${i + 1} + 1\n`)
  const single = timed(() => compile(`A1 = 1\n${lines.join('')}`))
  const filled = timed(() => compile(`A1 = 1\nA2:A${formulaCount + 1} = FILL(A1 + 1)\n`))
  return [
    { ...ours, workload: 'compile 100,000 lines of one form', ...timesRow(single) },
    { ...ours, workload: 'compile them as one filled rectangle', ...timesRow(filled) },
  ]
}

/** Bytes that the tree holds, apart from the text. */
function ownMemory(): Result[] {
  const source = modelOf(workloads.different(formulaCount))
  parse(source)
  const before = heap()
  const { model } = parse(source)
  const bytes = heap() - before
  const nodes = countNodes(model.statements)
  const row = { ...ours, unit: 'bytes', runs: 1 }
  return [
    { ...row, workload: 'memory of the tree, per formula', median: round(bytes / formulaCount) },
    { ...row, workload: 'memory of the tree, per node', median: round(bytes / nodes) },
  ]
}

function peerMemory(): Result {
  const texts = workloads.different(formulaCount).map((text) => `=${text}`)
  const parser = peerParser()
  const before = heap()
  const trees = texts.map((text, row) => parser.parse(text, { sheet: 0, col: 3, row }).ast)
  const bytes = heap() - before
  const workload = 'memory of the tree, per formula'
  return { ...peer, workload, median: round(bytes / trees.length), unit: 'bytes', runs: 1 }
}

/** The latency of a check right after a file of 10,000 lines was saved. */
function interactive(): Result[] {
  const source = modelOf(workloads.different(interactiveLines))
  const folder = mkdtempSync(join(tmpdir(), 'cellwake-bench-'))
  const file = join(folder, 'model.grid')
  writeFileSync(file, source)
  const program = fileURLToPath(new URL('../packages/cli/bin/cellwake.mjs', import.meta.url))
  const inside = timed(() => check(parse(source).model))
  const whole = timed(() => execFileSync(process.execPath, [program, 'check', file]))
  rmSync(folder, { recursive: true })
  return [
    { ...ours, workload: 'check a model of 10,000 lines', ...timesRow(inside) },
    { ...ours, workload: 'the command cellwake check, 10,000 lines', ...timesRow(whole) },
  ]
}

/**
 * Milliseconds of each run, the first one too; the time of `prepare` is not counted. Nothing is
 * collected by force in between: with all trees gone, the engine drops the code it compiled for them.
 */
function timed<T>(run: (prepared: T) => void, prepare?: () => T): number[] {
  return Array.from({ length: runs + 1 }, () => {
    const prepared = prepare?.() as T
    const start = performance.now()
    run(prepared)
    return performance.now() - start
  })
}

/** The first run pays for compiling the code, so it stands apart. */
function timesRow([first = 0, ...rest]: readonly number[]) {
  const counters = { firstMs: round(first) }
  return { median: round(median(rest)), unit: 'ms', runs, counters }
}

/** Bytes in use after a garbage collection. */
function heap(): number {
  if (gc === undefined) throw new Error('Run it with --expose-gc')
  gc()
  return process.memoryUsage().heapUsed
}

interface PeerParser {
  parse(
    text: string,
    address: { sheet: number; col: number; row: number },
  ): { ast: object; errors: readonly unknown[] }
}

/** The parser of a new engine, with nothing in its memory. It is no part of the public interface. */
function peerParser(): PeerParser {
  const engine = HyperFormula.buildFromArray([[]], { licenseKey: 'gpl-v3' })
  return (engine as unknown as { _parser: PeerParser })._parser
}

/** Everything in the tree that has a type. */
function countNodes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = 'type' in value ? 1 : 0
  return Object.values(value).reduce((sum: number, inside) => sum + countNodes(inside), own)
}

function versionOf(file: string): string {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
