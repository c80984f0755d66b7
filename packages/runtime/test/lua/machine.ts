// The library in both languages: the same calls go to TypeScript here and to Lua 5.1, and each gives its
// answers as texts.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { catalogue } from '@cellwake/language'
import wasmoon from 'wasmoon-lua5.1'
import { callable } from '../../src/call.ts'
import * as coerce from '../../src/coerce.ts'
import { context, setContext } from '../../src/context.ts'
import { OutOfFuel } from '../../src/errors.ts'
import type { Args } from '../../src/functions.ts'
import { functions } from '../../src/library.ts'
import { cachedChunk } from '../../src/lua/index.ts'
import * as libm from '../../src/numeric/libm.ts'
import * as special from '../../src/numeric/special.ts'
import * as operators from '../../src/operators.ts'
import * as primitives from '../../src/primitives.ts'
import * as tags from '../../src/tags.ts'
import type { Value } from '../../src/values.ts'
import { luaSource, shown } from './canonical.ts'

/** A function as a formula calls it, by its name in the catalogue. */
export interface Call {
  readonly fn: string
  readonly args: Args
}

/** Any function of a module, called as it is. */
export interface Question {
  readonly module: keyof typeof modules
  readonly fn: string
  readonly args: readonly unknown[]
}

const modules = {
  coerce,
  'numeric/libm': libm,
  'numeric/special': special,
  operators,
  primitives,
  tags,
}

/** Enough for every ordinary case; the others must run out at the same step. */
const FUEL_STEPS = 20_000
/** Calls in one piece of Lua, far below what its constant table holds. */
const BATCH_CALLS = 400

const nowMs = Date.UTC(2026, 2, 28, 12, 34, 56, 789)
const berlin = {
  name: 'Europe/Berlin',
  starts: [-8.64e15, Date.UTC(2026, 2, 29, 1)],
  offsets: [3_600_000, 7_200_000],
}
const here = fileURLToPath(new URL('.', import.meta.url))
const cacheFolder = fileURLToPath(
  new URL('../../../../node_modules/.cache/cellwake-lua', import.meta.url),
)

/** `change` plants a mistake in the library, to see it found. */
export async function startLua(change = (chunk: string) => chunk) {
  const lua = await wasmoon.Lua.create()
  lua.ctx.source = `${change(cachedChunk(cacheFolder))}\nreturn cellwake`
  lua.ctx.driver = readFileSync(`${here}driver.lua`, 'utf8')
  // While the library loads, every global is missing, as in Redis.
  lua.doStringSync(`
    local none = setmetatable({}, { __index = function(_, name) error("no global " .. name) end })
    local chunk = assert(loadstring(source, "=cellwake"))
    setfenv(chunk, none)
    cellwake = chunk()
    setmetatable(none, { __index = _G, __newindex = function(_, name) error("sets " .. name) end })
    assert(loadstring(driver, "=driver"))()
  `)
  lua.doStringSync(`SETUP(${nowMs}, ${luaSource([berlin])})`)
  for (const name of Object.keys(functions)) {
    const { params, repeats, seesErrors } = catalogue.get(name)!
    const signature = { name, params: params.map((param) => ({ ...param })), repeats, seesErrors }
    lua.doStringSync(`SIGNATURE(${luaSource(signature)})`)
  }

  function run(lines: string[]): string[] {
    const answers: string[] = []
    for (let i = 0; i < lines.length; i += BATCH_CALLS) {
      const batch = lines.slice(i, i + BATCH_CALLS).join('\n')
      answers.push(...String(lua.doStringSync(`${batch}\nreturn RESULTS()`)).split('\n'))
    }
    return answers
  }

  return {
    lua,
    calls: (calls: readonly Call[]) =>
      run(calls.map(({ fn, args }) => `CALL(${FUEL_STEPS},"${fn}",${luaSource(args)})`)),
    questions: (questions: readonly Question[]) =>
      run(
        questions.map(({ module, fn, args }) => {
          const values = Array.from(args, luaSource)
          return `ASK(${[FUEL_STEPS, `"${module}"`, `"${fn}"`, ...values]})`
        }),
      ),
  }
}

export function callHere({ fn, args }: Call): string {
  const call = callable(catalogue.get(fn)!, functions[fn]!)
  return answer(() => call(args))
}

export function askHere({ module, fn, args }: Question): string {
  const from: Record<string, unknown> = {
    ...(module === 'operators' ? operators.operators : {}),
    ...modules[module],
  }
  const asked = from[fn] as (...values: readonly unknown[]) => Value
  return answer(() => asked(...args))
}

function answer(fn: () => Value): string {
  let chance = 0
  setContext({ ...context, nowMs })
  setContext({ ...context, zones: [berlin] })
  setContext({
    ...context,
    random: () => {
      chance = (chance * 5 + 3) % 64
      return chance / 64
    },
  })
  primitives.refuel(FUEL_STEPS)
  try {
    return shown(fn())
  } catch (error) {
    if (error instanceof OutOfFuel) return error.code
    throw error
  } finally {
    primitives.refuel(Number.POSITIVE_INFINITY)
  }
}
