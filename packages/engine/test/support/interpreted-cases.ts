// Model tests on both: each case runs on the engine, step by step, and beside it on the evaluator; after each step every
// cell is the same. What a case expects is the engine's to meet, so the evaluator meets it, too.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalSymbol, catalogue, cellSymbol, compile, parseSymbol } from '@cellwake/language'
import type { Json } from '@cellwake/runtime'
import { programOf } from '../../src/formulas/program.ts'
import { GivenValues } from '../../src/model/given-value.ts'
import { type TestCase, testCaseOf } from '../../src/model-tests/test-case.ts'
import { TestHost } from '../../src/model-tests/test-host.ts'
import { cellsOfEngine, DIRTY_TEXT, type Side } from './interpreted.ts'

export interface Case {
  readonly name: string
  readonly test: TestCase
  readonly source: string
}

/** All cases of a folder that the evaluator can run alone: rules and providers are somebody else's. */
export function casesIn(folder: string): Case[] {
  const found: Case[] = []
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.test.json'))) {
    const { cases } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { cases: Json[] }
    for (const json of cases) {
      const test = testCaseOf(json)
      const { claim } = test
      if (!('steps' in claim)) continue
      const source =
        'source' in test.model
          ? test.model.source
          : readFileSync(join(folder, test.model.path), 'utf8')
      const { ir } = compile(source)
      if (ir === undefined || ir.rules.length > 0 || ir.externals.length > 0) continue
      // Chance is not the same.
      if (source.toUpperCase().includes('RAND')) continue
      if (claim.steps.some((step) => step.do === 'redeploy')) continue
      found.push({ name: `${file}: ${test.id}`, test, source })
    }
  }
  return found
}

const givenValues = new GivenValues(catalogue)

/** Differences, in a line each. */
export async function runBeside({ test, source }: Case, side: Side): Promise<string[]> {
  const { claim } = test
  if (!('steps' in claim)) return []
  const host = new TestHost({ startAt: test.deployAt, functions: test.functions })
  const { ir } = compile(source)
  const problems: string[] = []
  const known = new Set(ir!.sheets)
  const look = (where: string) => {
    const found = side.cells()
    for (const [symbol, wanted] of cellsOfEngine(host.model)) {
      const own = found.get(symbol) ?? '["blank"]'
      if (own !== wanted && wanted !== DIRTY_TEXT) {
        problems.push(`${where}: ${symbol} is ${own}, in the engine ${wanted}`)
      }
    }
  }
  try {
    await host.deploy(source)
    side.at(host.clock.now())
    await side.load(programOf(source, ir!))
    look('the deploy')
    for (const [i, step] of claim.steps.entries()) {
      const { model } = host
      if (step.do === 'set') {
        await host.set(step.values)
        givenValues.begin()
        const sheets: { name: string; prefix: string }[] = []
        const values = Object.entries(step.values).map(([text, json]) => {
          const parts = parseSymbol(text, model.graph.cells.sheets)!
          if ('sheet' in parts && !known.has(parts.sheet)) {
            known.add(parts.sheet)
            sheets.push({
              name: parts.sheet,
              prefix: cellSymbol(parts.sheet, 1, 1).slice(0, -2),
            })
          }
          const symbol = canonicalSymbol(text, model.graph.cells.sheets)!
          return { symbol, value: givenValues.read(text, json) }
        })
        side.at(host.clock.now())
        side.set(values, sheets)
      } else if (step.do === 'advance') await host.advance(step.length)
      else if (step.do === 'restart' || step.do === 'down') {
        await host.restart(step.do === 'down' ? step.length : undefined)
        side.at(host.clock.now())
        side.restart()
      } else if (step.do === 'resolve') {
        await host.resolve(step.symbol)
        side.resolve(canonicalSymbol(step.symbol, model.graph.cells.sheets)!)
      }
      look(`step ${i + 1} (${step.do})`)
    }
  } finally {
    await host.close()
  }
  return problems
}
