// Goal: statements, headers and rules are read as what they say, and end where they end.
// Method: tables of texts with what their trees must hold.
import { describe, expect, it } from 'vitest'
import { parse } from '../../src/index.ts'
import { shape } from '../support/shape.ts'

function read(source: string) {
  const { model, diagnostics } = parse(source)
  expect(diagnostics).toEqual([])
  return model.statements
}

/** The values of the assignments of a model, in short. */
function values(source: string): string[] {
  return read(source).map((statement) =>
    statement.type === 'assignment' ? shape(statement.value) : statement.type,
  )
}

describe('assignments', () => {
  it.each(['=', '~=', '?=', '+=', '-=', '*=', '/='])('%s assigns', (op) => {
    expect(read(`A1 ${op} 1`)).toMatchObject([{ type: 'assignment', op }])
    expect(read(`A1${op}1`)).toMatchObject([{ type: 'assignment', op }])
  })

  it.each([
    ['A1', { type: 'cell', column: 1, row: 1, sheet: undefined }],
    ['$b$2', { type: 'cell', column: 2, row: 2, fixedColumn: true, fixedRow: true }],
    ["'Q4 Revenue'!B2", { type: 'cell', sheet: { text: 'Q4 Revenue' } }],
    ['Data!A1:B2', { type: 'range', sheet: { text: 'Data' }, lastColumn: 2 }],
    ['A:A', { type: 'range', whole: 'columns' }],
    ['1:3', { type: 'range', whole: 'rows' }],
    ['Revenue', { type: 'name', name: 'Revenue' }],
    ['version', { type: 'name', name: 'version' }],
    ['in', { type: 'name', name: 'in' }],
  ])('%s is a target', (target, tree) => {
    expect(read(`${target} = 1`)).toMatchObject([{ target: tree }])
  })

  it('a tag stands behind the target, in two spellings', () => {
    const tagged = [{ tag: { text: 'currency:EUR' } }]
    expect(read('A1 as currency:EUR = 1')).toMatchObject(tagged)
    expect(read('A1::currency:EUR = 1')).toMatchObject(tagged)
  })

  it('EVERY and AT may stand behind an assignment', () => {
    expect(
      read('A1 = 1 EVERY 5s IN "UTC" BACKFILL MAX 3\nA2 = 1 AT t\nA3 = 1 EVERY s'),
    ).toMatchObject([
      {
        modifier: { kind: 'every', zone: { value: 'UTC' }, policy: { kind: 'backfill', max: {} } },
      },
      { modifier: { kind: 'at', zone: undefined, policy: undefined } },
      { modifier: { kind: 'every', policy: undefined } },
    ])
  })
})

describe('lines', () => {
  it.each([
    ['A1 = 1\nA2 = 2', ['1', '2']],
    ['A1 = 1; A2 = 2;', ['1', '2']],
    ['A1 = 1\r\nA2 = 2\rA3 = 3', ['1', '2', '3']],
    ['A1 =\n1', ['1']],
    ['A1 = 1 +\n2', ['(+ 1 2)']],
    ['A1 = a AND\nb', ['(AND a b)']],
    ['A1 = f(\n1\n,\n2\n)', ['(F() 1 2)']],
    ['A1 = [1\n;2]', ['[1; 2]']],
    ['A1 = a\n>> f(_)', ['(>> a (F() _))']],
    ['A1 = a\nTHEN b\nELSE c', ['(choose a b c)']],
    ['A1 = a THEN\nb ELSE\nc', ['(choose a b c)']],
    ['A1 = a\nDEFAULT b', ['(DEFAULT a b)']],
    ['A1 = a DEFAULT\nb', ['(DEFAULT a b)']],
    ['A1 = WITH a = 1,\nb = 2\nTHEN a\nELSE b', ['(with a=1 b=2 a b)']],
    ['A1 = a /* one\ntwo */ A2 = 2', ['a', '2']],
    ['A1 = `{\nx\n}`', ['(template "" x "")']],
  ])('%j has the values %j', (source, expected) => {
    expect(values(source)).toEqual(expected)
  })

  it.each(['A1 = 1\n+ 2', 'A1 = a\n?? b', 'A1 = -\n1', 'A1 = a\nAND b', 'A1\n= 1', 'A1 = x as\ny'])(
    '%j is broken in the wrong place',
    (source) => {
      expect(parse(source).diagnostics).not.toEqual([])
    },
  )
})

describe('comments', () => {
  it.each([
    ['# a', ['# a']],
    ['A1 = 1 # a  ', ['# a']],
    ['A1 = 1 /* a */ + 2 /* b\nc */', ['/* a */', '/* b\nc */']],
    ['A1 = #N/A # b', ['# b']],
    ['# N/A', ['# N/A']],
    ['A1 = 1 #N/A is not meant', ['#N/A is not meant']],
    ['#REF! is not meant\nA1 = 1', ['#REF! is not meant']],
    [
      'WHEN a THEN #N/A here\n#N/A there\nb = 1 #N/A\nEND #N/A',
      ['#N/A here', '#N/A there', '#N/A', '#N/A'],
    ],
    ['A1 = #N/AB\n1', ['#N/AB']],
    ['A1 = A2# # spill', ['# spill']],
    ['A1 = "# no" & `# no`', []],
    ['MODEL "x" #N/A', ['#N/A']],
  ])('%j has the comments %j', (source, expected) => {
    const { model, diagnostics } = parse(source)
    expect(diagnostics).toEqual([])
    expect(model.comments.map(({ text }) => text)).toEqual(expected)
  })

  it('an error is a value wherever an expression may start', () => {
    expect(values('A1 =#N/A\nA2 = IF(#N/A, #REF!)\nA3 = DO\n#NUM!\nEND')).toEqual([
      '#N/A',
      '(IF() #N/A #REF!)',
      '(do #NUM!)',
    ])
  })
})

describe('headers', () => {
  it('are lines of texts before the first statement', () => {
    expect(read('model "a"\nTAGS "b", "c"\nTIMEZONE "UTC"\nA1 = 1\nEND MODEL')).toMatchObject([
      { type: 'header', word: 'MODEL', values: [{ value: 'a' }] },
      { type: 'header', word: 'TAGS', values: [{ value: 'b' }, { value: 'c' }] },
      { type: 'header', word: 'TIMEZONE' },
      { type: 'assignment' },
      { type: 'end-model' },
    ])
  })

  it('use words that are names elsewhere', () => {
    expect(read('VERSION = 3\nA1 = VERSION + Model')).toMatchObject([
      { target: { name: 'VERSION' } },
      { value: { left: { name: 'VERSION' }, right: { name: 'Model' } } },
    ])
  })

  it('may stand in the body of a rule, for the checker to refuse', () => {
    expect(read('WHEN a THEN\nMODEL "x"\nEND')).toMatchObject([{ body: [{ type: 'header' }] }])
  })
})

describe('rules', () => {
  it('WHEN has a condition, gates and a body', () => {
    const [rule] = read(
      'WHEN a DEFAULT b DEBOUNCE 5s MAX 1min THROTTLE n THEN\nA1 = 1\nx!y(1, z)\nEND',
    )
    expect(rule).toMatchObject({
      type: 'rule',
      kind: 'when',
      trigger: { op: 'DEFAULT' },
      gates: [
        { kind: 'debounce', max: { type: 'duration' } },
        { kind: 'throttle', max: undefined },
      ],
      policy: undefined,
      body: [
        { type: 'assignment' },
        { type: 'publish', topic: { text: 'x' }, event: { text: 'y' }, args: [{}, {}] },
      ],
    })
  })

  it('a THEN ends the condition; one inside needs brackets', () => {
    expect(read('WHEN (a THEN b ELSE c) THEN d = 1 END')).toMatchObject([
      { trigger: { type: 'paren' }, body: [{ target: { name: 'd' } }] },
    ])
  })

  it('EVERY and AT have a trigger, a zone and a policy', () => {
    expect(
      read(
        'EVERY A1 IN "UTC" SKIP MISSED THEN A2 = 1 END\nAT t BACKFILL THEN A3 = 1 END\nEVERY d THEN END',
      ),
    ).toMatchObject([
      {
        kind: 'every',
        trigger: { type: 'cell' },
        zone: { value: 'UTC' },
        policy: { kind: 'skip' },
      },
      { kind: 'at', policy: { kind: 'backfill', max: undefined } },
      { kind: 'every', policy: undefined, body: [] },
    ])
  })

  it('what is refused in a body is still read', () => {
    const [rule] = read('WHEN a THEN\nA1 ~= 1\nWHEN b THEN\nA2 += 1\nEND\nA3 ?= 1 EVERY 5s\nEND')
    expect(rule).toMatchObject({
      body: [{ op: '~=' }, { type: 'rule', body: [{ op: '+=' }] }, { op: '?=', modifier: {} }],
    })
  })
})
