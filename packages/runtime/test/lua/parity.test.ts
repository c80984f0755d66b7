// Goal: a formula has one value, in TypeScript and in Lua. Method: every function of the library is called
// in both, with what its examples give it and with values at which languages part; what functions stand on
// is asked directly. Answers are equal byte by byte, messages of errors too. Planted mistakes are found.
import { catalogue } from '@cellwake/language'
import { beforeAll, describe, expect, it } from 'vitest'
import { functions } from '../../src/library.ts'
import { durationOf } from '../../src/values.ts'
import { allCalls } from './cases.ts'
import { askHere, type Call, callHere, startLua } from './machine.ts'
import { questions } from './questions.ts'

interface Compared {
  readonly call: Call
  readonly here: string
  readonly lua: string
}

describe('on Lua', () => {
  let machine: Awaited<ReturnType<typeof startLua>>
  let compared: Compared[] = []
  beforeAll(async () => {
    machine = await startLua()
    const calls = allCalls()
    const answers = machine.calls(calls)
    compared = calls.map((call, i) => ({ call, here: callHere(call), lua: answers[i]! }))
  })

  const categories = [...new Set(catalogue.names.map((name) => catalogue.get(name)!.category))]
  it.each(categories.filter((name) => name !== 'external'))(
    'a function gives what it gives in TypeScript: %s',
    (category) => {
      const own = compared.filter(({ call }) => catalogue.get(call.fn)!.category === category)
      expect(own.length).toBeGreaterThan(50)
      expect(own.filter(({ here, lua }) => here !== lua)).toEqual([])
    },
  )

  it('every function was called often, and not only with what it refuses', () => {
    const counted = Object.keys(functions).map((name) => {
      const own = compared.filter(({ call }) => call.fn === name)
      return { name, calls: own.length, values: own.filter(isValue).length }
    })
    const weak = counted.filter(({ calls, values }) => calls < 10 || values === 0)
    // NA gives nothing but an error.
    expect(weak.map(({ name }) => name)).toEqual(['NA'])
  })

  it.each(Object.keys(questions))('%s gives what it gives in TypeScript', (what) => {
    const asked = questions[what]!
    const answers = machine.questions(asked)
    expect(answers.length).toBe(asked.length)
    const both = asked.map((question, i) => ({
      question,
      here: askHere(question),
      lua: answers[i],
    }))
    expect(both.filter(({ here, lua }) => here !== lua)).toEqual([])
  })

  it('sorting keeps the order of equals', () => {
    const keys = Array.from({ length: 500 }, (_, i) => (i * 7919) % 23)
    const sorted = machine.lua.doStringSync(`
      local items = {}
      for key in string.gmatch("${keys.join(' ')}", "%d+") do
        items[#items + 1] = { key = tonumber(key), place = #items }
      end
      local sorted = cellwake("primitives").sortStably(items, function(a, b) return a.key - b.key end)
      local places = {}
      for i, item in ipairs(sorted) do places[i] = item.place end
      return table.concat(places, " ")
    `)
    const wanted = keys.map((key, place) => ({ key, place })).sort((a, b) => a.key - b.key)
    expect(sorted).toBe(wanted.map(({ place }) => place).join(' '))
  })

  const byte = { fn: 'LEN', args: ['Äpfel'] }
  const digits = { fn: 'CONCAT', args: [durationOf(0, 0, 1e25)] }
  const gap = { fn: 'OR', args: [false, undefined, true] }
  it.each([
    ['counts bytes', byte, 'return measured(text).length', 'return #text'],
    [
      'prints 14 digits',
      digits,
      'then\n    return shortestNumber(value)\n',
      'then\n    return tostring(value)\n',
    ],
    ['stops at a gap', gap, 'return maxn(args)', 'return args[2] == nil and 1 or maxn(args)'],
  ])('a library that %s is found out', async (_, call, right, wrong) => {
    expect(machine.calls([call])).toEqual([callHere(call)])
    const broken = await startLua((chunk) => chunk.replace(right, wrong))
    expect(broken.calls([call])).not.toEqual([callHere(call)])
  })
})

function isValue({ here }: Compared): boolean {
  return !here.startsWith('error(') && here !== 'pending' && !here.startsWith('too-much-')
}
