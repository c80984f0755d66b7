// Goal: the editor's parser takes time linear in the text, also for hostile texts.
// Method: the text is made ten times as long; the time may grow by little more than that. A quadratic
// one would grow a hundredfold. Each time is the best of three, and time of the processor, as the machine may be busy.
import { describe, expect, it } from 'vitest'
import { editorParser } from '../../src/editor/index.ts'
import { corpus } from '../support/tree.ts'
import { editorMistakes } from './editor-classes.ts'

function bestMs(source: string): number {
  const times = [1, 2, 3].map(() => {
    const start = process.cpuUsage()
    editorParser.parse(source)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}

/** The corpus without what may stand only once. */
const ordinary = corpus('valid')
  .map(({ source }) => source.replace(/^(MODEL|RUNTIME|VERSION|TAGS|END MODEL).*$/gm, ''))
  .join('\n')

const linesOfOrdinary = ordinary.split('\n').length

const texts: readonly (readonly [string, (lines: number) => string])[] = [
  ['an ordinary model', (lines) => ordinary.repeat(Math.ceil(lines / linesOfOrdinary))],
  ['comments between two statements', (lines) => `A1 = 1\n${'# x\n'.repeat(lines)}A2 = 2\n`],
  ['brackets that are never closed', (lines) => 'A1 = (1 +\n'.repeat(lines / 5)],
  ['quotes that are never closed', (lines) => 'A1 = "abc\nB1 = `x {y\n'.repeat(lines / 10)],
  ['comments that are never closed', (lines) => 'A1 = 1 /* x\n'.repeat(lines)],
  ['one long line', (lines) => `A1 = 1${' + x'.repeat(lines)}`],
  ['brackets inside each other', (lines) => `A1 = ${'('.repeat(lines)}1${')'.repeat(lines)}`],
  ['lambdas that are none', (lines) => `A1 = ${'(a, b, '.repeat(lines / 10)}`],
]

describe('time grows with the length of', () => {
  it.each(texts)('%s', (_what, make) => {
    const short = bestMs(make(1_000))
    const long = bestMs(make(10_000))
    expect(long / Math.max(short, 1)).toBeLessThan(50)
  })
})

it('ten thousand lines of an ordinary model are read without a mistake', () => {
  const source = texts[0]![1](10_000)
  expect(editorMistakes(source)).toEqual([])
  expect(editorParser.parse(source).length).toBe(source.length)
})
