// Goal: the text of a formula is what its author wrote, in its canonical spelling, and asking for one holds nobody up and
// keeps no trees of the whole source. Method: texts of all kinds of targets; large sources with slices that end at every
// look; and the past of a graph with many edges.

import { expect, it } from 'vitest'
import { FormulaTexts } from '../src/formulas/formula-texts.ts'
import { FORMULA_PRINTED_CHARS } from '../src/limits.ts'
import { AnswerRoom } from '../src/views/answer-room.ts'
import { turning } from './slices/in-slices.ts'
import { deployed, openHost, refusal } from './support/live.ts'

const SOURCE = `MODEL "Texts"
A1=1+2 # three
rate = 3;tax = rate*2
Data!B2 = A1 *2
C1:D40 = A1+ROW_INDEX
E2:E100 = FILL(A1*2 + $B$1)
F1 = A1 EVERY 1s SKIP MISSED
WHEN A1 > 5 THEN
  G1 = A1+1
END
H1 as number = A1+1
I1 = FORMULATEXT(H1)
`

it('each target has the text of its own formula', () => {
  const texts = new FormulaTexts(SOURCE, ['Sheet1', 'Data'])
  const asked = ['A1', 'rate', 'tax', 'Data!B2', 'C1', 'D40', 'E2', 'E4', 'F1', 'G1', 'H1', 'C41']
  expect(Object.fromEntries(asked.map((symbol) => [symbol, texts.of(symbol)]))).toEqual({
    A1: '1 + 2',
    rate: '3',
    tax: 'rate * 2',
    'Data!B2': 'A1 * 2',
    C1: 'A1 + ROW_INDEX',
    D40: 'A1 + ROW_INDEX',
    E2: 'A1 * 2 + $B$1',
    E4: 'A3 * 2 + $B$1',
    F1: 'A1',
    G1: undefined,
    H1: 'A1 + 1',
    C41: undefined,
  })
})

it('a formula as long as a file is shown as it was written', () => {
  const long = `"${'x'.repeat(FORMULA_PRINTED_CHARS)}"&A1`
  const texts = new FormulaTexts(`B1 = ${long} # a comment\nC1:C2 = ${long}\n`, ['Sheet1'])
  expect([texts.of('B1'), texts.of('C2')]).toEqual([long, long])
})

it('many rectangles are told apart', () => {
  const lines = Array.from(
    { length: 3_000 },
    (_, i) => `A${3 * i + 1}:C${3 * i + 2} = ROW_INDEX + ${i}\n`,
  )
  const texts = new FormulaTexts(lines.join(''), ['Sheet1'])
  for (const i of [0, 1, 10, 999, 2_999]) {
    expect(texts.of(`B${3 * i + 2}`)).toBe(`ROW_INDEX + ${i}`)
    expect(texts.of(`B${3 * i + 3}`)).toBeUndefined()
  }
})

it('a source is read in slices before the first of its formulas is explained, or shown', async () => {
  const time = turning()
  const { engine } = await openHost(undefined, { slices: time.slices })
  const source = Array.from({ length: 20_000 }, (_, i) => `A${i + 1} = ${i} + B1\n`).join('')
  const { model } = await engine.deploy(source, { id: 'm' })
  let before = time.turns
  expect((await model.sheetWithin('A7', new AnswerRoom())).cells.A7?.formula).toBe('6 + B1')
  expect(time.turns - before).toBeGreaterThan(50)
  await model.set({ B1: 2 })
  before = time.turns
  const explained = await model.explain('A7', { at: model.rev - 1 })
  expect(explained.why.formula).toBe('6 + B1')
  expect(time.turns - before).toBeGreaterThan(50)
})

it('a model whose formulas ask for texts is read before it runs', async () => {
  const model = await deployed(SOURCE)
  expect(model.get('I1').value).toBe('=A1 + 1')
})

it('the texts of a sheet count as what its answer holds', async () => {
  const model = await deployed(`A1:A500 = LEN("${'x'.repeat(900_000)}") & ROW_INDEX\n`)
  const refused = await refusal(model.sheetWithin('A1:A500', new AnswerRoom()))
  expect(refused.code).toBe('too-much-memory')
})

it('who looks for the commits that reach a cell gives way, however many cells it follows from', async () => {
  const time = turning()
  const { engine } = await openHost(undefined, { slices: time.slices })
  const sums = Array.from({ length: 2_000 }, (_, i) => `A${i + 1} = SUM(A${i + 2}:A${i + 60})\n`)
  const { model } = await engine.deploy(sums.join(''), { id: 'm' })
  await model.set({ A2100: 1 })
  // The graph of the past is there from here on.
  await model.history('A2100')
  const before = time.turns
  await model.history('A1')
  expect(time.turns - before).toBeGreaterThan(100)
})
