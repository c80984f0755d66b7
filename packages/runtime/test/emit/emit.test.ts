// Goal: nothing of a model can become code, whatever its texts and names are; what Lua bounds is never reached; and a
// library that somebody has changed is refused. Method: hostile texts as literals, keys, fields and names, read back by a
// real Lua 5.1; forms at and beyond Lua's limits; changes of every kind to what was written.
import { catalogue, compile, type Ir } from '@cellwake/language'
import { seededRandom } from '@cellwake/store/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import wasmoon from 'wasmoon-lua5.1'
import { UTC_TABLE } from '../../src/context.ts'
import { emitModel } from '../../src/emit/emit.ts'
import { lintForms } from '../../src/emit/lint.ts'
import { luaText } from '../../src/emit/literals.ts'
import type { Form, Program } from '../../src/interpret/program.ts'
import { makeProgram } from '../../src/program/make-program.ts'

const HOSTILE_TEXTS = 10_000

/** Pieces from which texts are made that would mean something to Lua, to JSON, to a shell or to nobody. */
const PIECES = [
  ...['"', "'", '\\', ']]', '[[', ']==]', '--', '--[[', '\n', '\r', '\0', '\t', '\x7f', '\u2028'],
  ...['" .. os.exit() .. "', '\\" end os.exit() --', '\\065', '\\n', '%s', '`', '#{', '$('],
  ...[
    'end',
    'function',
    'return',
    'redis.call("FLUSHALL")',
    'getfenv()',
    'o.part',
    'K[1]',
    '__proto__',
  ],
  ...['constructor', 'ä', '日本', '👍🏽', '\ud800', '\uffff', '\u{10ffff}', '0', '9', 'a', ' '],
]

function hostile(random: () => number): string {
  let text = ''
  for (let i = Math.floor(random() * 6); i >= 0; i--) {
    text += PIECES[Math.floor(random() * PIECES.length)]!
  }
  // Half of a pair is no text of a model: JSON and UTF-8 have none.
  return Buffer.from(text, 'utf8').toString('utf8')
}

let lua: Awaited<ReturnType<typeof wasmoon.Lua.create>>

beforeAll(async () => {
  lua = await wasmoon.Lua.create()
})

/** Whether Lua reads a text as a chunk. */
function isRead(text: string): string {
  lua.ctx.chunk = `${text}\nreturn generated_forms`
  return String(lua.doStringSync('local ok, why = loadstring(chunk); return ok and "read" or why'))
}

const formOf = (expr: unknown): Form => ({
  expr: expr as Form['expr'],
  locals: 0,
  maybes: [],
  sheets: [],
  ranges: [],
  nearby: [],
  names: [],
  dynamic: false,
  volatile: false,
  subtotal: false,
  placed: false,
})

function programOf(forms: readonly Form[]): Program {
  return {
    programVersion: 1,
    sheets: [{ name: 'Sheet1', prefix: '' }],
    zone: UTC_TABLE,
    signatures: {},
    forms,
    formulas: [],
    externals: [],
    rules: [],
    names: [],
    texts: [],
    tellsRuns: false,
  }
}

describe('hostile texts', () => {
  it(`${HOSTILE_TEXTS} of them are the same bytes in Lua`, () => {
    const random = seededRandom(11)
    for (let from = 0; from < HOSTILE_TEXTS; from += 500) {
      const texts = Array.from({ length: 500 }, () => hostile(random))
      lua.ctx.source = `return {${texts.map(luaText).join(',')}}`
      const found = String(
        lua.doStringSync(`
          local list = assert(loadstring(source))()
          local out = {}
          for i = 1, #list do
            out[i] = string.gsub(list[i], ".", function(c) return string.format("%02x", string.byte(c)) end)
          end
          return table.concat(out, ",")`),
      )
      expect(found).toBe(texts.map((text) => Buffer.from(text, 'utf8').toString('hex')).join(','))
    }
  })

  it(`${HOSTILE_TEXTS} of them, as literals, keys, fields and names, leave nothing but known code`, () => {
    const random = seededRandom(12)
    for (let from = 0; from < HOSTILE_TEXTS; from += 500) {
      const forms = Array.from({ length: 100 }, () =>
        formOf([
          'op',
          hostile(random),
          '&',
          ['object', hostile(random), ['name', hostile(random)]],
          '&',
          ['field', ['name', hostile(random)], hostile(random)],
        ]),
      )
      // The lint reads it again, and throws for anything it does not know.
      const { text } = emitModel(programOf(forms), catalogue)
      expect(isRead(text)).toBe('read')
    }
  })
})

function emitted(source: string): string {
  const { ir, diagnostics } = compile(source)
  if (ir === undefined) throw new Error(diagnostics[0]!.message)
  return emitModel(programFrom(ir), catalogue).text
}

function programFrom(ir: Ir): Program {
  return makeProgram(ir, {
    catalogue,
    zone: UTC_TABLE,
    prefixOf: () => '',
    textOf: () => undefined,
  })
}

it('synthetic symbols go with generated code as data: equal calls of other cells share their code', () => {
  const { ir } = compile('A1 = FX_RATE("EUR", "USD") + 1\nA2 = FX_RATE("EUR", "USD") + 1\n')
  const program = programFrom(ir!)
  const symbols = program.externals.map(({ symbol }) => symbol)
  expect(symbols.map((symbol) => symbol.slice(0, 11))).toEqual(['__ext__:A1:', '__ext__:A2:'])
  expect(program.formulas).toHaveLength(2)
  // One for both formulas, one for the arguments of both calls.
  expect(program.forms).toHaveLength(2)
  expect(emitModel(program, catalogue).text).not.toContain('__ext__')
})

describe("Lua's limits are not reached by", () => {
  const nested = (levels: number, make: (inner: string) => string) => {
    let text = 'A1'
    for (let i = 0; i < levels; i++) text = make(text)
    return text
  }
  it.each([
    [
      'a sum of 2,000 terms',
      `B1 = ${Array.from({ length: 2000 }, (_, i) => `A${i + 1}`).join(' + ')}`,
    ],
    [
      '2,000 texts that are joined',
      `B1 = ${Array.from({ length: 2000 }, () => '"x"').join(' & ')} & A1`,
    ],
    ['60 levels of IF', `B1 = ${nested(60, (inner) => `IF(A1 > 1, ${inner}, 2)`)}`],
    ['60 levels of brackets to the right', `B1 = ${nested(60, (inner) => `(1 + (2 * ${inner}))`)}`],
    ['60 levels of a function', `B1 = ${nested(60, (inner) => `ABS(${inner})`)}`],
    ['60 levels of arrays', `B1 = ${nested(60, (inner) => `COUNT([${inner}])`)}`],
    [
      '300 bindings',
      `B1 = LET(${Array.from({ length: 100 }, (_, i) => `v${i}x, A${i + 1} + ${i}`).join(', ')}, v0x)`,
    ],
  ])('%s', (_what, source) => {
    expect(isRead(emitted(`${source}\n`))).toBe('read')
  })

  it('10,000 formulas of 10,000 forms', () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => `B${i + 1} = A${i + 1} * ${i} + ${i}.5`)
    expect(isRead(emitted(`${lines.join('\n')}\n`))).toBe('read')
  })
})

describe('the lint', () => {
  const text = emitted('B1 = IF(A1 > 1, A1 * 2 + 1, "x" & A1); B2 = ROUND(A1, 2) DEFAULT 3\n')

  it('reads what the emitter writes', () => {
    expect(() => lintForms(text)).not.toThrow()
  })

  it.each([
    ['a global', (t: string) => t.replace('o.finite(', 'os.exit(')],
    ['an unknown operation', (t: string) => t.replace('o.finite', 'o.getfenv')],
    [
      'a call on its own',
      (t: string) => t.replace('return v0', 'redis.call("FLUSHALL") return v0'),
    ],
    ['a long text', (t: string) => t.replace('"x"', '[[x]]')],
    ['an escape that is none', (t: string) => t.replace('"x"', '"\\n"')],
    ['a comment', (t: string) => t.replace('return v0', '-- x\nreturn v0')],
    ['a loop', (t: string) => t.replace('return v0', 'while true do end return v0')],
    ['a text of its own', (t: string) => t.replace('"x"', '"x" .. v0')],
    ['a method', (t: string) => t.replace('o.cell(', 'o:cell(')],
    ['another parameter', (t: string) => t.replace('(at, slots)', '(at, ...)')],
    ['something behind the end', (t: string) => `${t}os.exit()\n`],
    ['half of it', (t: string) => t.slice(0, t.length / 2)],
    ['a metatable', (t: string) => t.replace('local K = {}', 'local K = setmetatable({}, o)')],
    ['a global that is set', (t: string) => t.replace('v0 = o.cell', 'x = o.cell')],
  ])('refuses %s', (_what, change) => {
    const changed = change(text)
    expect(changed).not.toBe(text)
    expect(() => lintForms(changed)).toThrow(/refused/)
  })
})
