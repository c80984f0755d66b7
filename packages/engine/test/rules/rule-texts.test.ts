// Goal: what a rule is called and how it is written does not depend on how long its source is. Method: the rules of all
// examples and of some odd sources, read whole and, with a long tail behind them, part by part.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile } from '@cellwake/language'
import { describe, expect, it } from 'vitest'
import { RuleTexts } from '../../src/rules/rule-texts.ts'

const folder = fileURLToPath(new URL('../../../../examples', import.meta.url))
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.grid'))
const examples = files
  .map((file): [string, string] => [file, readFileSync(join(folder, file), 'utf8')])
  // Some call functions of their own, which come with `--functions`.
  .filter(([, source]) => compile(source).ir !== undefined)

const TAIL = `\n${'# nothing more to say here\n'.repeat(3_000)}`

const odd: [string, string][] = [
  ['without titles', 'A1 = 1\nWHEN A1 > 1 THEN B1 = 1; END\nWHEN A1 > 2 THEN B2 = 1; END\n'],
  [
    'with comments of all kinds',
    '# A title\n# of two lines\nWHEN A1 > 1 THEN\n  B1 = 1\nEND\n/* a block\n * of lines */\nEVERY 1h SKIP MISSED THEN\n  B2 = 1\nEND\nA1 = 1 # not a title\nWHEN A1 > 3 THEN\n # inside\n B3 = 1\nEND\n',
  ],
  [
    'with comments that stand apart',
    '# Not a title\n\nWHEN A1 > 1 THEN\n  B1 = 1\nEND\n/* alone */\n\n\nAT dt"2026-01-01T00:00:00Z" BACKFILL THEN\n  B2 = 1\nEND\n',
  ],
  [
    'as modifiers',
    'A1 = 1\nG1 = A1 + 1 EVERY 5min BACKFILL\n# Once\nG2 = TRUE AT dt"2026-12-31T23:59:00Z"\n',
  ],
  [
    'of great length',
    `A1 = 1\nWHEN A1 > 1 THEN\n${'  B1 = 1\n'.repeat(2_000)}END\n# The last\nWHEN A1 > 2 THEN C1 = 1; END\n`,
  ],
  [
    'with text that looks like an end',
    'A1 = 1\nWHEN A1 > 1 THEN\n  B1 = "END\\n"\n  C1 = `END`\nEND\n',
  ],
]

const rulesOf = (source: string) => compile(source).ir!.rules

describe.each([...odd, ...examples])('the texts of rules: %s', (_name, source) => {
  it('are the same in a long source', () => {
    const rules = rulesOf(source)
    const long = source + TAIL
    const [whole, parts] = [new RuleTexts(source, rules), new RuleTexts(long, rulesOf(long))]
    for (let i = 0; i < rules.length; i++) {
      const { title, policy, source: text } = whole.of(i)!
      expect([i, parts.of(i)]).toMatchObject([i, { title, policy, source: text }])
    }
    expect(parts.of(rules.length)).toBeUndefined()
  })
})
