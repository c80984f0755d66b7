// Goal: colour only where somebody sees it, and lines as wide as their terminal.
// Method: findings of one model, written to streams that say they are terminals.

import { compile } from '@cellwake/language'
import { expect, it } from 'vitest'
import { showFindings } from '../src/text/findings.ts'
import { Output } from '../src/text/output.ts'

const text = `A1 = ${'1 + '.repeat(50)}NO(1)\n`

function shown(terminal: object, env: Record<string, string> = {}): string {
  let written = ''
  const stream = { write: (part: string) => (written += part), ...terminal }
  const source = { file: 'a.grid', text, marked: false }
  showFindings(new Output(stream, stream, env), { source, ...compile(text) })
  return written
}

it('a terminal gets colour, a file and NO_COLOR do not', () => {
  const colour = '\u001b['
  expect(shown({ isTTY: true, columns: 80 })).toContain(colour)
  expect(shown({})).not.toContain(colour)
  expect(shown({ isTTY: true, columns: 80 }, { NO_COLOR: '1' })).not.toContain(colour)
})

it('a quoted line fits into the terminal', () => {
  const lines = shown({ isTTY: true, columns: 50 }, { NO_COLOR: '1' }).split('\n')
  expect(lines[1]).toMatch(/^ {2}1 \| ….*NO\(1\)$/)
  expect(lines[1]?.length).toBeLessThanOrEqual(50)
  expect(lines[2]?.indexOf('^')).toBe(lines[1]?.indexOf('NO'))
})
