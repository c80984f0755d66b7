// Goal: the page about the language is true: each example does what the page says of it, every
// code and every limit is on it, and each code has an example that shows it.
// Method: every ```grid fence is compiled. Plain ones must be clean; `rejects=CODE` and `warns=CODE`
// must give that code and no other, and only `rejects` stops the model.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compile } from '../src/compile.ts'
import { severities } from '../src/diagnostics.ts'
import * as limits from '../src/limits.ts'

const page = readFileSync(new URL('../../../docs/language.md', import.meta.url), 'utf8')

interface Example {
  readonly line: number
  readonly info: string
  readonly source: string
}

const examples: Example[] = [...page.matchAll(/^```grid(.*)\n([\s\S]*?)^```$/gm)].map((match) => ({
  line: page.slice(0, match.index).split('\n').length,
  info: (match[1] ?? '').trim(),
  source: match[2] ?? '',
}))
const clean = examples.filter(({ info }) => info === '')
const marked = examples.flatMap((example) => {
  const [, verb, code] = /^(rejects|warns)=([a-z-]+)$/.exec(example.info) ?? []
  return verb === undefined || code === undefined ? [] : [{ ...example, verb, code }]
})

describe('docs/language.md', () => {
  it('marks its examples in no other way', () => {
    expect(clean.length).toBeGreaterThan(10)
    expect(clean.length + marked.length).toBe(examples.length)
  })

  it.each(clean)('the example in line $line is clean', ({ source }) => {
    const { diagnostics, ir } = compile(source)
    expect(diagnostics).toEqual([])
    expect(ir).toBeDefined()
  })

  it.each(marked)('the example in line $line $verb $code', ({ source, verb, code }) => {
    const { diagnostics, ir } = compile(source)
    expect([...new Set(diagnostics.map((found) => found.code))]).toEqual([code])
    expect(ir === undefined).toBe(verb === 'rejects')
  })

  it.each(Object.entries(severities))('explains %s under its own heading', (code, severity) => {
    expect(page).toContain(`\n### ${code}\n`)
    const shown = marked.filter((example) => example.code === code)
    expect(shown.map(({ verb }) => verb)).toContain(severity === 'error' ? 'rejects' : 'warns')
  })

  it.each([
    ['size of a file', `${limits.FILE_MAX_BYTES / 1_048_576} MiB`],
    ['size of one text', `${limits.STRING_MAX_BYTES / 1_048_576} MiB`],
    ['brackets, blocks and calls', shown(limits.NESTING_MAX_LEVELS)],
    ['operators in one chain', shown(limits.TREE_MAX_LEVELS)],
    ['levels of an expression', shown(limits.EXPRESSION_MAX_DEPTH)],
    ['cells that a model writes', shown(limits.MODEL_MAX_CELLS)],
    ['cells of one rectangle', shown(limits.RECTANGLE_MAX_CELLS)],
    ['cells and names with `?=`', shown(limits.CONDITIONAL_MAX_CELLS)],
    ['elements of one array', shown(limits.ARRAY_MAX_ELEMENTS)],
    ['sheets of a model', shown(limits.MODEL_MAX_SHEETS)],
    ['columns of a sheet', shown(limits.SHEET_MAX_COLUMNS)],
    ['rows of a sheet', shown(limits.SHEET_MAX_ROWS)],
    ['characters of a cron', shown(limits.CRON_TEXT_MAX_CHARS)],
    ['characters of a duration', shown(limits.DURATION_TEXT_MAX_CHARS)],
    ['mistakes of syntax', shown(limits.DIAGNOSTICS_MAX_COUNT)],
    ['other errors that are told', shown(limits.FINDINGS_MAX_COUNT)],
  ])('tells the limit: %s, %s', (what, limit) => {
    const row = limitRows.find((line) => line.startsWith(`| ${what}`))
    expect(row?.split(' | ').at(-1)).toBe(`${limit} |`)
  })
})

const limitRows = page.slice(page.indexOf('\n## Limits\n')).split('\n')

function shown(limit: number): string {
  return limit.toLocaleString('en')
}
