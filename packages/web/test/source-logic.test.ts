// Goal: the page of a source knows what differs, what stands in which line, and what a deploy will cost. Method: pure
// functions on small texts; differences also against every way to cut random texts.

import { describe, expect, test } from 'vitest'
import { consequences } from '../src/pages/source/consequences.ts'
import { diagnose } from '../src/pages/source/diagnosis.ts'
import { changedLines, lineDiff } from '../src/pages/source/line-diff.ts'
import { lineValues, watchedSymbols } from '../src/pages/source/line-values.ts'
import { piecesOf } from '../src/parts/syntax.ts'
import type { Zone } from '../src/parts/zone.ts'

const utc: Zone = { shown: 'UTC', home: 'UTC', isNamed: false }

const source = `MODEL "Desk"
price = 120
D2:D4 = price * 2
# Too dear
WHEN price > 900 THEN
  flag = "dear"
END
END MODEL
`

function cell(value: number) {
  return { kind: 'number', value, typeTag: 'number', status: 'ready' as const, rev: 1 }
}

describe('the difference of two texts', () => {
  test('leads from one to the other, whatever they are', () => {
    let seed = 7
    const random = (most: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % most
    }
    for (let round = 0; round < 200; round++) {
      const text = () => Array.from({ length: random(12) }, () => 'abc'[random(3)]).join('\n')
      const [before, after] = [text(), text()]
      const diff = lineDiff(before, after)
      const side = (dropped: string) =>
        diff.flatMap((line) => (line.kind === dropped ? [] : [line.text])).join('\n')
      expect(side('added')).toBe(before)
      expect(side('removed')).toBe(after)
    }
  })

  test('keeps what is the same: one changed line is one line out and one in', () => {
    const diff = lineDiff('a\nb\nc', 'a\nx\nc')
    expect(diff.map(({ kind, text }) => `${kind[0]}${text}`)).toEqual(['sa', 'rb', 'ax', 'sc'])
    expect(changedLines(diff).added).toEqual(new Set([2]))
    expect(changedLines(lineDiff('a\nb\nc', 'a\nc')).removedAfter).toEqual(new Set([1]))
  })
})

describe('what is known of a text', () => {
  test('a line has its cell, a range how many cells, a rule its id and title', () => {
    const { facts, rules, errors } = diagnose(source)
    expect(errors).toBe(0)
    expect(facts).toContainEqual({
      kind: 'value',
      line: 2,
      symbol: 'price',
      cells: 1,
      role: 'input',
    })
    expect(facts).toContainEqual({
      kind: 'value',
      line: 3,
      symbol: 'D2:D4',
      cells: 3,
      role: 'formula',
    })
    expect(facts).toContainEqual({ kind: 'value', line: 6, symbol: 'flag', cells: 1, role: 'rule' })
    expect(rules).toMatchObject([{ kind: 'when', line: 5, title: 'Too dear', writes: ['flag'] }])
  })

  test('values stand beside their lines; what is not deployed is new', () => {
    const running = diagnose(source)
    expect(watchedSymbols(running)).toEqual(['price', 'D2:D4', 'flag'])
    const edited = diagnose(source.replace('price = 120', 'price = 120\nextra = 1'))
    const cells = { price: cell(200), D2: cell(400), D3: cell(400), D4: cell(400) }
    const values = lineValues(edited, running, cells, undefined, 0, utc)
    expect(values.get(2)).toEqual({ glyph: 'you', text: '200' })
    expect(values.get(3)).toEqual({ glyph: 'you', text: 'new' })
    expect(values.get(4)).toEqual({ glyph: 'ready', text: '3 cells' })
  })

  test('an error among the cells of a range comes before everything else', () => {
    const running = diagnose(source)
    const cells = { D2: cell(1), D3: { ...cell(1), kind: 'error' }, D4: cell(1) }
    expect(lineValues(running, running, cells, undefined, 0, utc).get(3)).toEqual({
      glyph: 'failed',
      text: '1 error',
    })
  })
})

describe('what a deploy will do', () => {
  const [rule] = diagnose(source).rules
  const running = {
    id: rule?.id ?? '',
    kind: 'when' as const,
    title: 'Too dear',
    line: 5,
    source: '',
    state: 'idle' as const,
    gateAt: null,
    next: null,
    policy: null,
    fired: 0,
    skipped: 0,
    lastFiredAt: null,
    startedAt: '',
    problem: null,
    reads: ['price'],
    writes: ['flag'],
    topics: [],
  }

  test('a rule with the same trigger is kept, whatever its body', () => {
    const edited = diagnose(source.replace('"dear"', '"very dear"'))
    expect(consequences(edited, [running], undefined, undefined, utc)).toMatchObject({
      kept: 1,
      added: 0,
      dropped: 0,
    })
  })

  test('another trigger is one new rule and one dropped, whose cell keeps an owner', () => {
    const edited = diagnose(source.replace('> 900', '> 950'))
    const plan = consequences(edited, [running], undefined, undefined, utc)
    expect(plan).toMatchObject({ kept: 0, added: 1, dropped: 1 })
    expect(plan.changes.map(({ what }) => what).join('\n')).not.toContain('loses its owner')
  })

  test('an input that goes is named with the value that goes with it', () => {
    const plan = {
      id: 'desk',
      version: 2,
      diagnostics: [],
      kept: [],
      added: ['when:0123456789ab'],
      dropped: ['every:0123456789ab', 'price'],
      rules: [
        { id: 'when:0123456789ab', title: 'New' },
        { id: 'every:0123456789ab', title: 'Old' },
      ],
      mutations: [{ symbol: '__ext__:m:9f23c8', function: 'PG_MUTATE', line: 3 }],
    }
    const { changes } = consequences(diagnose('A1 = 1\n'), [], plan, { price: cell(200) }, utc)
    expect(changes).toEqual([
      { sign: '+', name: 'PG_MUTATE', what: 'changes something outside, from line 3' },
      { sign: '−', name: 'price', what: 'goes, with its value, 200' },
    ])
  })
})

describe('colours', () => {
  const coloured = (text: string) =>
    piecesOf(text).flatMap(({ text: word, className }) =>
      ['', 'k-op', 'k-num', 'k-fn', 'k-pos'].includes(className) ? [] : [`${word} ${className}`],
    )

  test('rule words and gates are violet, times and policies teal, words of the file quiet', () => {
    const rule = 'WHEN a > 4 DEBOUNCE 20min MAX 1h THEN\n  seen = SCHEDULED_AT\nEND'
    expect(coloured(`MODEL "X"\n${rule}`)).toEqual([
      'MODEL k-kw',
      '"X" k-str',
      'WHEN k-rule',
      'DEBOUNCE k-rule',
      '20min k-time',
      'MAX k-time',
      '1h k-time',
      'THEN k-rule',
      'SCHEDULED_AT k-time',
      'END k-rule',
    ])
  })

  test('references are ink, and the words of a choice in a formula are no rule words', () => {
    const text = 'D2:D5 = LEFT > 0 THEN A1 ELSE BLANK'
    expect(coloured(text)).toEqual(['THEN k-kw', 'ELSE k-kw'])
  })

  test('an event is one with its topic, and a number is no time', () => {
    const rule = 'EVERY cron"0 9 * * *" SKIP MISSED THEN\n  alerts!notify(5)\nEND'
    expect(coloured(rule)).toEqual([
      'EVERY k-rule',
      'cron"0 9 * * *" k-time',
      'SKIP k-time',
      'MISSED k-time',
      'THEN k-rule',
      'alerts!notify k-ev',
      'END k-rule',
    ])
  })
})
