// A small evaluator in Lua that stands in for the whole one, so that the host is tested apart from it. It knows one
// model: `B1 = A1 + A2`, and a rule that writes C1 and publishes when B1 is above 100. It counts nothing and limits
// nothing; what the host asks of an evaluator, it answers.

export const standInSource = `MODEL "stand-in"
RUNTIME "lua_interpreter"
VERSION "1.0.0"
A1 = 0
A2 = 0
B1 = A1 + A2
WHEN B1 > 100 THEN
  C1 = B1
  alerts!over(B1)
END
END MODEL
`

export const standInChunk = `
local function sum(given)
  return { B1 = (given.A1 or 0) + (given.A2 or 0) }
end
local library = {}
local function over(model)
  return model.values.B1 > 100
end
local function trigger(model)
  return { rule = 0, part = 'trigger', value = over(model), isNew = true }
end
function library.load(program, documents, moment)
  local model = { state = { broken = false }, given = {}, values = {} }
  for _, kept in ipairs(documents.given) do model.given[kept.symbol] = kept.value end
  model.values = sum(model.given)
  return { model = model, applied = { refused = {}, changed = {}, triggers = {}, calls = {}, reads = {}, runs = {} } }
end
function library.apply(model, batch)
  model.before = { given = {}, values = model.values }
  for symbol, value in pairs(model.given) do model.before.given[symbol] = value end
  local was = over(model)
  local changed = {}
  for _, write in ipairs(batch.rules) do
    if write.value == 666 then return { refused = { { symbol = write.symbol, message = 'it is 666' } }, changed = {}, triggers = {}, calls = {}, reads = {}, runs = {} } end
    model.given[write.symbol] = write.value
    changed[#changed + 1] = { symbol = write.symbol, value = write.value }
  end
  model.values = sum(model.given)
  if model.values.B1 ~= model.before.values.B1 then changed[#changed + 1] = { symbol = 'B1', value = model.values.B1 } end
  local triggers = {}
  if over(model) ~= was then triggers[1] = trigger(model) end
  return { refused = {}, changed = changed, triggers = triggers, calls = {}, reads = {}, runs = {} }
end
function library.takeBack(model)
  model.given = model.before.given
  model.values = model.before.values
end
function library.read(model, symbols)
  local views = {}
  for i, symbol in ipairs(symbols) do
    views[i] = { symbol = symbol, value = model.values[symbol] or model.given[symbol] or 0, status = 'ready' }
  end
  return views
end
function library.readAll(model)
  return { { symbol = 'B1', value = model.values.B1 } }
end
function library.triggers(model, rules)
  return { trigger(model) }
end
function library.act(model, fires)
  local acts = {}
  for i, fire in ipairs(fires) do
    acts[i] = {
      rule = fire.rule,
      refused = '',
      writes = { { symbol = 'C1', before = 0, value = model.values.B1 } },
      events = { { topic = 'alerts', event = 'over', args = { model.values.B1 } } },
    }
  end
  return acts
end
function library.beginSlice() end
function library.burn() end
local function cellwake(name)
  return library
end
`
