// The evaluator on Lua 5.1, as a side of the comparison: the library is loaded as in Redis, where no global exists while
// it loads, and everything crosses as text.

import { fileURLToPath } from 'node:url'
import { catalogue, compile } from '@cellwake/language'
import { emitModel, type Program, prunedChunk, type Value } from '@cellwake/runtime'
import { cachedChunk } from '@cellwake/runtime/lua'
import wasmoon from 'wasmoon-lua5.1'
import { luaSource } from '../../../runtime/test/lua/canonical.ts'
import { programOf } from '../../src/formulas/program.ts'
import type { Side } from './interpreted.ts'

const cacheFolder = fileURLToPath(
  new URL('../../../../node_modules/.cache/cellwake-lua', import.meta.url),
)

const DRIVER = `
local library = cellwake("interpret/library")
local text = cellwake("interpret/json").textOf
local symbolOf = cellwake("interpret/symbols").symbolOf
local zero = tonumber("0")
NEGATIVE_ZERO = -zero
BLANK = cellwake("values").BLANK
PENDING = cellwake("values").PENDING
local model, program, generated
local nowMs, seq = 0, 0
local given, good, lazy, sheets = {}, {}, {}, {}

local function moment()
  return { nowMs = nowMs, seed = 7 }
end

local function keep(into, values)
  for _, one in ipairs(values) do
    into[one.symbol] = { symbol = one.symbol, value = one.value, seq = seq }
  end
end

local function list(kept)
  local found = {}
  for _, one in pairs(kept) do found[#found + 1] = one end
  return found
end

function RESTART()
  local loaded = library.load(program, {
    sheets = sheets, given = list(given), good = list(good), lazy = list(lazy), calls = {},
  }, moment(), generated)
  model = loaded.model
  keep(good, loaded.applied.good)
end

function AT(ms) nowMs = ms end

function LOAD(made, codes)
  program, generated = made, codes
  given, good, lazy, sheets = {}, {}, {}, {}
  RESTART()
end

function SET(inputs, added)
  seq = seq + 1
  for _, sheet in ipairs(added) do sheets[#sheets + 1] = sheet end
  keep(given, inputs)
  local applied = library.apply(model, {
    nowMs = nowMs, seed = 7,
    inputs = inputs, sheets = added, rules = {}, calls = {},
  })
  if #applied.refused > 0 then error(applied.refused[1].message) end
  keep(good, applied.good)
end

function RESOLVE(symbol)
  local resolved = library.resolve(model, symbol, moment())
  keep(lazy, resolved.lazy)
  keep(good, resolved.applied.good)
end

function WANT(symbol) library.wantCell(model, symbol, moment()) end
function UNWANT(symbol) library.unwantCell(model, symbol) end

-- In slices: between two of them another model is computed, as other callers do.
function IN_SLICES(act, steps)
  local primitives = cellwake("primitives")
  local thread = coroutine.create(act)
  while true do
    primitives.beginSlice(steps)
    local ok, result = coroutine.resume(thread)
    primitives.beginSlice(math.huge)
    if not ok then error(result, 0) end
    if coroutine.status(thread) == "dead" then return end
    pauses = pauses + 1
    if pauses % 8 == 0 then
      library.load(OTHER, { sheets = {}, given = {}, good = {}, lazy = {}, calls = {} }, { nowMs = 99, seed = 1 })
    end
  end
end
pauses = 0

function CELLS()
  local m = model.state
  local lines = {}
  local function add(node)
    lines[#lines + 1] = symbolOf(m, node) .. "\\t" .. (node.state == 0 and text(node.value) or "dirty")
  end
  for _, column in ipairs(m.columnList) do
    for _, leaf in pairs(column.leaves) do
      for _, node in pairs(leaf.cells) do add(node) end
    end
  end
  for _, node in ipairs(m.nameNodes) do add(node) end
  return table.concat(lines, "\\n")
end
`

export interface LuaOptions {
  /** Runs the code that is generated for each model, in a library with its functions and no others. */
  readonly generated?: boolean
  /** Works in slices of so many steps. */
  readonly sliceSteps?: number
  /** Plants a mistake in the library, to see it found. */
  readonly change?: (chunk: string) => string
}

/** A model of others: it has texts, a zone, chance and an error of its own. */
const OTHER_SOURCE =
  'MODEL "other"\nTIMEZONE "Asia/Tokyo"\nA1 = RAND() + LEN(REPT("é", 300))\nA2 = DAY(NOW())\nA3 = TEXTJOIN("-", TRUE, SEQUENCE(40))\nEND MODEL\n'
const OTHER = programOf(OTHER_SOURCE, compile(OTHER_SOURCE).ir!)

export async function luaSide(options: LuaOptions = {}): Promise<Side> {
  const { generated = false, sliceSteps, change = (chunk) => chunk } = options
  const chunk = change(cachedChunk(cacheFolder))
  let lua = await started(`${chunk}\nreturn cellwake`)
  let nowMs = 0
  const call = (text: string): unknown => lua.doStringSync(text)
  const other = luaSource(JSON.parse(JSON.stringify(OTHER)))
  const act = (text: string): unknown =>
    sliceSteps === undefined
      ? call(text)
      : call(`OTHER = OTHER or ${other} IN_SLICES(function() ${text} end, ${sliceSteps})`)
  return {
    at: (ms) => {
      nowMs = ms
      call(`AT(${nowMs})`)
    },
    restart: () => {
      act('RESTART()')
    },
    load: async (program: Program) => {
      const sent = luaSource(JSON.parse(JSON.stringify(program)))
      if (!generated) {
        act(`LOAD(${sent})`)
        return
      }
      const { text, functions } = emitModel(program, catalogue)
      lua.global.close()
      lua = await started(
        `${prunedChunk(chunk, functions)}\n${text}\nreturn cellwake, generated_forms`,
      )
      call(`AT(${nowMs})`)
      act(`LOAD(${sent}, cellwake("interpret/operations").generatedBy(generated_forms()))`)
    },
    set: (inputs, sheets) => {
      const written = inputs.map(({ symbol, value }) => ({ symbol, value: value as Value }))
      act(`SET(${luaSource(written)}, ${luaSource(sheets)})`)
    },
    resolve: (symbol) => {
      act(`RESOLVE(${luaSource(symbol)})`)
    },
    want: (symbol) => {
      act(`WANT(${luaSource(symbol)})`)
    },
    unwant: (symbol) => {
      call(`UNWANT(${luaSource(symbol)})`)
    },
    cells: () => {
      const found = new Map<string, string>()
      for (const line of String(call('return CELLS()')).split('\n')) {
        const tab = line.indexOf('\t')
        if (tab >= 0) found.set(line.slice(0, tab), line.slice(tab + 1))
      }
      return found
    },
  }
}

/** As in Redis: while the library loads, every global is missing. */
async function started(source: string) {
  const lua = await wasmoon.Lua.create()
  lua.ctx.source = source
  lua.ctx.driver = DRIVER
  lua.doStringSync(`
    local none = setmetatable({}, { __index = function(_, name) error("no global " .. name) end })
    local chunk = assert(loadstring(source, "=cellwake"))
    setfenv(chunk, none)
    cellwake, generated_forms = chunk()
    setmetatable(none, { __index = _G, __newindex = function(_, name) error("sets " .. name) end })
    assert(loadstring(driver, "=driver"))()
  `)
  return lua
}
