-- The host of models inside Redis. `library.ts` puts limits and the evaluator in front of this, and registers what it
-- returns. While a library loads there are no globals, so nothing here runs then but definitions.
--
-- A call computes and checks everything before it writes anything: Redis keeps what was written before an error, and
-- cannot end a function that has written. What is kept between calls is only what the keys say, computed already: a
-- model in memory carries the stamp of its last write, and is made anew when the keys have another.
--
-- Nothing holds Redis up for longer than a slice: work that has used it up pauses, and the next call goes on with it.

local models = {}
local used = 0

local function keys_of(id)
  local at = '{m:' .. id .. '}:'
  return {
    head = at .. 'head',
    docs = at .. 'docs',
    rules = at .. 'rule:scheduler',
    past = at .. 'past',
    commits = at .. 'commits',
    times = at .. 'times',
    receipts = at .. 'receipts',
    due = at .. 'receipts:due',
    leases = at .. 'leases',
    sessions = at .. 'sessions',
    outbox = at .. 'outbox',
    program = at .. 'program',
  }
end

-- The key that a call was sent by names the model: `{m:ID}:head`.
local function model_id(keys)
  local id = string.match(keys[1] or '', '^{m:([%w_.-]+)}:head$')
  if #keys ~= 1 or id == nil then error('CELLWAKE-KEY a call takes the head of one model') end
  return id
end

local function reader(args)
  local at = 0
  return function()
    at = at + 1
    local value = args[at]
    if value == nil then error('CELLWAKE-ARGS a call has fewer arguments than it announces') end
    return value
  end
end

local function whole(text)
  local number = tonumber(text)
  if number == nil or number < 0 or number % 1 ~= 0 then error('CELLWAKE-ARGS not a whole number: ' .. tostring(text)) end
  return number
end

local function digits(number)
  return string.format('%.0f', number)
end

-- A record is `SEQ PREV JSON`, with `-` for the JSON of one that was deleted.
local function parts(record)
  local seq, prev, text = string.match(record, '^(%d+) (%d+) (.*)$')
  return tonumber(seq), tonumber(prev), text
end

local function place_of(keys, id)
  if string.sub(id, 1, 1) == '!' then return keys.rules, '!' .. string.sub(id, 2) end
  return keys.docs, id
end

local function pairs_of(list)
  local at = -1
  return function()
    at = at + 2
    if list[at] ~= nil then return list[at], list[at + 1] end
  end
end

-- Where a model stands

local function head_of(keys)
  local found = redis.call('HMGET', keys.head, 'stamp', 'seq', 'horizon', 'format', 'digest', 'sheets')
  local head = {
    stamp = found[1] or '0',
    seq = tonumber(found[2] or '0'),
    horizon = tonumber(found[3] or '0'),
    digest = found[5] or '',
    sheets = found[6] or '[]',
  }
  if found[4] and tonumber(found[4]) > FORMAT then
    error('CELLWAKE-NEWER format ' .. found[4] .. ', and this library knows ' .. FORMAT)
  end
  return head
end

-- Work in slices. It reads all keys before its first pause. It pauses only where it computes, so never between two writes;
-- and it writes only if nobody else has written since it began.

--- Paused, by token.
local works = {}
--- The one that runs.
local running

local function now_us()
  local now = redis.call('TIME')
  return tonumber(now[1]) * 1e6 + tonumber(now[2])
end

--- Its caller may have gone: what is paused for long is over, and of too many the oldest.
local function make_room_for_work(now)
  local count, oldest = 0, nil
  for token, work in pairs(works) do
    if now - work.seen > WORK_KEPT_MS * 1000 then works[token] = nil
    else
      count = count + 1
      if oldest == nil or work.seen < works[oldest].seen then oldest = token end
    end
  end
  if count >= WORKS_AT_MOST then works[oldest] = nil end
end

--- Until its end or the end of the slice.
local function go_on(work)
  running = work
  if work.entry ~= nil then work.entry.busy = false end
  cellwake('primitives').beginSlice(SLICE_STEPS)
  local ok, result = coroutine.resume(work.thread)
  running = nil
  if ok and coroutine.status(work.thread) == 'suspended' then
    -- Nobody else may use what is half way.
    if work.entry ~= nil then work.entry.busy = true end
    work.seen = now_us()
    if work.token == nil then
      make_room_for_work(work.seen)
      used = used + 1
      work.token = digits(work.seen) .. '-' .. digits(used)
      works[work.token] = work
    end
    return { 'more', work.token }
  end
  if work.token ~= nil then works[work.token] = nil end
  if ok then return result end
  if work.entry ~= nil then work.entry.model.state.broken = true end
  error(result, 0)
end

local function in_slices(act)
  return function(keys, args)
    local thread = coroutine.create(function() return act(keys, args) end)
    return go_on({ id = model_id(keys), thread = thread })
  end
end

local function paused(keys, args)
  local id = model_id(keys)
  local work = works[args[1] or '']
  if work ~= nil and work.id == id then return work end
end

local function more(keys, args)
  local work = paused(keys, args)
  if work == nil then return { 'lost' } end
  return go_on(work)
end

-- Models in memory

local function forget(id)
  models[id] = nil
end

--- The running work is about this one.
local function used_by_work(entry)
  used = used + 1
  entry.used = used
  running.entry = entry
  return entry
end

local function make_room()
  local count, oldest = 0, nil
  for id, entry in pairs(models) do
    count = count + 1
    if oldest == nil or entry.used < models[oldest].used then oldest = id end
  end
  if oldest == nil then return end
  if count >= MODELS_IN_MEMORY then forget(oldest) end
  if collectgarbage('count') > LUA_MEMORY_KB then
    models = {}
    collectgarbage('collect')
  end
end

local function interpreter()
  return cellwake('interpret/library')
end

-- Of a library that belongs to one version of a model: its formulas as code.
local codes

local function generated()
  if generated_forms ~= nil and codes == nil then
    codes = cellwake('interpret/operations').generatedBy(generated_forms())
  end
  return codes
end

local function decode(text)
  return cjson.decode(text)
end

-- In lines, since a large one takes long to decode: the program with its first formulas, then more of them.
local function program_of(text)
  local burn = cellwake('primitives').burn
  local program
  for line in string.gmatch(text, '[^\n]+') do
    local part = decode(line)
    if program == nil then program = part
    else
      for _, formula in ipairs(part) do program.formulas[#program.formulas + 1] = formula end
    end
    burn(DECODE_STEPS * #part)
  end
  return program
end

-- As JSON. Every empty table here is a list; a record has always something in it.
local function encode(value)
  local out = {}
  local burn = cellwake('primitives').burn
  local function put(one)
    burn(ENCODE_STEPS)
    local kind = type(one)
    if kind == 'number' then out[#out + 1] = string.format('%.17g', one)
    elseif kind == 'string' then out[#out + 1] = cjson.encode(one)
    elseif kind == 'boolean' then out[#out + 1] = one and 'true' or 'false'
    elseif one[1] ~= nil or next(one) == nil then
      out[#out + 1] = '['
      for i = 1, #one do
        if i > 1 then out[#out + 1] = ',' end
        put(one[i])
      end
      out[#out + 1] = ']'
    else
      local mark = '{'
      for key, inner in pairs(one) do
        if type(inner) ~= 'function' then
          out[#out + 1] = mark .. '"' .. key .. '":'
          put(inner)
          mark = ','
        end
      end
      out[#out + 1] = '}'
    end
  end
  put(value)
  return table.concat(out)
end

local KIND = { ['?'] = 'good', ['~'] = 'lazy', ['^'] = 'calls', ['@'] = 'own', ['&'] = 'own', ['#'] = 'own', ['!'] = 'own' }

local function read_documents(keys, sheets, except)
  local documents = { sheets = sheets, given = {}, good = {}, lazy = {}, calls = {} }
  local all = redis.call('HGETALL', keys.docs)
  local burn = cellwake('primitives').burn
  for id, record in pairs_of(all) do
    local kind = KIND[string.sub(id, 1, 1)] or 'given'
    local seq, _, text = parts(record)
    if kind ~= 'own' and text ~= '-' and not except[id] then
      burn(DECODE_STEPS)
      local value = decode(text)
      local symbol = kind == 'given' and id or string.sub(id, 2)
      local list = documents[kind]
      if kind == 'lazy' then
        list[#list + 1] = { symbol = symbol, value = value.value, seq = value.basis }
      else
        list[#list + 1] = { symbol = symbol, value = value, seq = seq }
      end
    end
  end
  return documents
end

-- Lua would let the memory grow to twice its size before it looks at what the making of a model has left behind.
local function tidy(before)
  local burn = cellwake('primitives').burn
  for _ = before, 2 * collectgarbage('count') - before, TIDY_KB do
    burn(TIDY_STEPS)
    collectgarbage('step', TIDY_KB)
  end
end

local function loaded(id, keys, head, program, digest, moment, except, sheets, shown)
  make_room()
  local before = collectgarbage('count')
  local documents = read_documents(keys, sheets, except)
  -- What external calls show instead; the last one counts.
  for _, call in ipairs(shown) do
    documents.calls[#documents.calls + 1] = { symbol = call.symbol, value = call.value, seq = head.seq + 1 }
  end
  local made = interpreter().load(program_of(program), documents, moment, generated())
  documents = nil
  tidy(before)
  local known = {}
  for _, sheet in ipairs(sheets) do known[sheet.name] = true end
  local entry = used_by_work({
    model = made.model,
    stamp = head.stamp,
    digest = digest,
    sheets = known,
    wanted = {},
    -- It shows what its keys do not say yet.
    is_unsaved = #shown > 0,
  })
  models[id] = entry
  return entry, made.applied
end

-- A model in memory may be ahead of its keys, by what was asked of it last: the commit that follows need not compute that
-- again. Whoever asks for anything else finds it as the keys say.
local function take_back(entry)
  if entry.ahead == nil then return end
  entry.ahead = nil
  for _, name in ipairs(entry.ahead_sheets) do entry.sheets[name] = nil end
  interpreter().takeBack(entry.model)
end

-- What is asked and what is committed, as one text.
local function ahead_of(moment, docs)
  local parts_of = { moment }
  for _, doc in ipairs(docs) do
    local kind = KIND[string.sub(doc.id, 1, 1)] or 'given'
    if kind == 'given' or kind == 'calls' then
      parts_of[#parts_of + 1] = #doc.id .. ':' .. doc.id .. #doc.text .. ':' .. doc.text
    end
  end
  return table.concat(parts_of, ';')
end

-- The model as its keys say.
local function current(id, keys, head, moment)
  local entry = models[id]
  local is_current = entry ~= nil and entry.stamp == head.stamp and entry.digest == head.digest
  if is_current and not entry.busy and not entry.is_unsaved and not entry.model.state.broken then
    used_by_work(entry)
    take_back(entry)
    return entry
  end
  forget(id)
  local program = redis.call('GET', keys.program)
  if not program then error('CELLWAKE-PROGRAM the model has no program') end
  return (loaded(id, keys, head, program, head.digest, moment, {}, decode(head.sheets), {}))
end

local function new_sheets(entry, sheets)
  local found = {}
  for _, sheet in ipairs(sheets) do
    if not entry.sheets[sheet.name] then
      entry.sheets[sheet.name] = true
      found[#found + 1] = sheet
    end
  end
  return found
end

local function batch_of(entry, moment, sheets)
  return {
    nowMs = moment.nowMs,
    seed = moment.seed,
    sheets = new_sheets(entry, sheets),
    inputs = {},
    rules = {},
    calls = {},
  }
end

-- True if the document is one that values follow from.
local function add_to(batch, id, text)
  local kind = KIND[string.sub(id, 1, 1)] or 'given'
  if kind == 'given' then
    local value
    if text ~= '-' then value = decode(text) end
    batch.rules[#batch.rules + 1] = { symbol = id, value = value }
    return true
  end
  if kind ~= 'calls' or text == '-' then return false end
  batch.calls[#batch.calls + 1] = { symbol = string.sub(id, 2), value = decode(text) }
  return true
end

-- What a cell holds, whole.
local function held(model, symbol)
  local view = interpreter().read(model, { symbol })[1]
  local value = view.whole
  if value == nil then value = view.value end
  return { symbol = symbol, value = value }
end

-- Reading

-- What a commit is decided by: ours is STAMP SEQ HORIZON, then what was asked for.
local function fetch(keys_given, args)
  local keys = keys_of(model_id(keys_given))
  local take = reader(args)
  local head = head_of(keys)
  local session, since = take(), whole(take())
  local reply = { head.stamp, digits(head.seq), digits(head.horizon), redis.call('HGET', keys.sessions, session) or '' }
  local receipts = {}
  for _ = 1, whole(take()) do
    local id = take()
    receipts[#receipts + 1] = redis.call('HGET', keys.receipts, id) or ''
  end
  local leases = {}
  for _ = 1, whole(take()) do leases[#leases + 1] = redis.call('HGET', keys.leases, take()) or '' end
  local docs = {}
  for _ = 1, whole(take()) do
    local place, field = place_of(keys, take())
    docs[#docs + 1] = redis.call('HGET', place, field) or ''
  end
  local news = {}
  if since < head.seq then
    local seen = {}
    for _, entry in ipairs(redis.call('XRANGE', keys.commits, digits(since + 1) .. '-0', '+')) do
      for _, id in ipairs(decode(entry[2][8])) do
        if not seen[id] then
          seen[id] = true
          local place, field = place_of(keys, id)
          news[#news + 1] = id
          news[#news + 1] = redis.call('HGET', place, field) or ''
        end
      end
    end
  end
  reply[5], reply[6], reply[7], reply[8] = receipts, leases, docs, news
  return reply
end

-- Older states: for each document from a state of it, or its newest, the newest at or before a commit.
local function states(keys_given, args)
  local keys = keys_of(model_id(keys_given))
  local take = reader(args)
  local at, steps, most = whole(take()), whole(take()), whole(take())
  local reply = {}
  for _ = 1, whole(take()) do
    local id, from = take(), take()
    local place, field = place_of(keys, id)
    local record = redis.call('HGET', place, field)
    local seq, prev, text
    if record then seq, prev, text = parts(record) end
    local wanted = from ~= '' and whole(from) or nil
    if seq ~= nil and wanted ~= nil and wanted ~= seq then
      seq = wanted
      record = redis.call('HGET', keys.past, id .. '\n' .. from)
      if record then prev, text = string.match(record, '^(%d+) (.*)$') end
      prev = tonumber(prev)
    end
    local walked = 0
    local given = 0
    while seq ~= nil and record do
      local stops = walked == steps
      if seq <= at or stops then
        reply[#reply + 1] = { id, digits(seq), text }
        given = given + 1
        if given == most then break end
        if stops then break end
      end
      walked = walked + 1
      if prev == nil or prev == 0 then break end
      seq = prev
      record = redis.call('HGET', keys.past, id .. '\n' .. digits(seq))
      if record then
        local before
        before, text = string.match(record, '^(%d+) (.*)$')
        prev = tonumber(before)
      end
    end
  end
  return reply
end

-- A version at rest, before it is committed or after a restart: all that it holds.
local function start(keys_given, args)
  local id = model_id(keys_given)
  local keys = keys_of(id)
  local take = reader(args)
  local head = head_of(keys)
  local digest, program, moment, sheets = take(), take(), decode(take()), decode(take())
  local except = {}
  for _ = 1, whole(take()) do except[take()] = true end
  if program == '' then
    if digest ~= head.digest then return { 'moved', head.digest } end
    program = redis.call('GET', keys.program)
  end
  if #sheets == 0 then sheets = decode(head.sheets) end
  local asked, shown = {}, {}
  for rule = 0, whole(take()) - 1 do asked[#asked + 1] = rule end
  for i = 1, whole(take()) do shown[i] = { symbol = string.sub(take(), 2), value = decode(take()) } end
  -- The commit that brings it need not compute it again.
  local entry, applied = loaded(id, keys, head, program, digest, moment, except, sheets, shown)
  local interpret = interpreter()
  return {
    'ok',
    encode(applied),
    encode(interpret.readAll(entry.model, CELLS_AT_MOST)),
    encode(interpret.triggers(entry.model, asked, moment)),
  }
end

-- Lazy cells that are wanted are kept up to date from here on. Gives what came of those that are wanted anew.
local function wanting(entry, take, moment)
  local wanted, told = {}, {}
  for _ = 1, whole(take()) do wanted[take()] = true end
  local interpret = interpreter()
  for symbol in pairs(entry.wanted) do
    if not wanted[symbol] then interpret.unwantCell(entry.model, symbol) end
  end
  for symbol in pairs(wanted) do
    if not entry.wanted[symbol] then
      local applied = interpret.wantCell(entry.model, symbol, moment)
      applied.changed[#applied.changed + 1] = held(entry.model, symbol)
      told[#told + 1] = applied
    end
  end
  entry.wanted = wanted
  return told
end

-- What would follow from some documents: nothing of it stays. Then what lazy cells hold that are wanted.
local function evaluate(keys_given, args)
  local id = model_id(keys_given)
  local keys = keys_of(id)
  local take = reader(args)
  local head = head_of(keys)
  local stamp, moment_text, sheets = take(), take(), decode(take())
  if stamp ~= head.stamp then return { 'moved', head.stamp } end
  local moment = decode(moment_text)
  local entry = current(id, keys, head, moment)
  local lazy = wanting(entry, take, moment)
  local batch = batch_of(entry, moment, sheets)
  local docs = {}
  for i = 1, whole(take()) do
    docs[i] = { id = take(), text = take() }
    add_to(batch, docs[i].id, docs[i].text)
  end
  local applied = interpreter().apply(entry.model, batch)
  local reply = { 'ok', encode(applied) }
  for _, told in ipairs(lazy) do reply[#reply + 1] = encode(told) end
  if applied.refused[1] == nil then
    entry.ahead = ahead_of(moment_text, docs)
    entry.ahead_sheets = {}
    for i, sheet in ipairs(batch.sheets) do entry.ahead_sheets[i] = sheet.name end
  end
  return reply
end

local function resolve(keys_given, args)
  local id = model_id(keys_given)
  local keys = keys_of(id)
  local take = reader(args)
  local head = head_of(keys)
  local stamp, moment = take(), decode(take())
  if stamp ~= head.stamp then return { 'moved', head.stamp } end
  local entry = current(id, keys, head, moment)
  local reply = { 'ok' }
  for _ = 1, whole(take()) do
    local resolved = interpreter().resolve(entry.model, take(), moment)
    reply[#reply + 1] = encode({ view = resolved.view, lazy = resolved.lazy, applied = resolved.applied })
  end
  return reply
end

local function eval_rule_trigger(keys_given, args)
  local id = model_id(keys_given)
  local keys = keys_of(id)
  local take = reader(args)
  local head = head_of(keys)
  local moment, rules = decode(take()), {}
  for _ = 1, whole(take()) do rules[#rules + 1] = whole(take()) end
  local entry = current(id, keys, head, moment)
  return { 'ok', encode(interpreter().triggers(entry.model, rules, moment)) }
end

local function eval_rule_action(keys_given, args)
  local id = model_id(keys_given)
  local keys = keys_of(id)
  local take = reader(args)
  local head = head_of(keys)
  local stamp, moment, fires = take(), decode(take()), {}
  if stamp ~= head.stamp then return { 'moved', head.stamp } end
  for _ = 1, whole(take()) do
    local rule, due = whole(take()), take()
    fires[#fires + 1] = { rule = rule, dueMs = due ~= '' and tonumber(due) or nil }
  end
  local entry = current(id, keys, head, moment)
  return { 'ok', encode(interpreter().act(entry.model, fires, moment)) }
end

-- For whoever does not have the model: cells as they are.
local function read(keys_given, args)
  local id = model_id(keys_given)
  local keys = keys_of(id)
  local take = reader(args)
  local head = head_of(keys)
  local moment, symbols = decode(take()), {}
  for _ = 1, whole(take()) do symbols[#symbols + 1] = take() end
  if head.digest == '' then return { 'none' } end
  local entry = current(id, keys, head, moment)
  return { 'ok', digits(head.seq), encode(interpreter().read(entry.model, symbols)) }
end

-- Writing

-- Whether somebody did one of these already. Gives what they left.
local function existing(keys, ids, now)
  local found = {}
  for _, id in ipairs(ids) do
    local record = redis.call('HGET', keys.receipts, id)
    if record then
      local expires = string.match(record, '^(%d*) ')
      if expires == '' or tonumber(expires) > now then
        found[#found + 1] = id
        found[#found + 1] = record
      end
    end
  end
  return found
end

local function read_commits(take)
  local commits = {}
  for _ = 1, whole(take()) do
    local commit = { seq = whole(take()), at = take(), info = take(), moment = take(), docs = {} }
    for i = 1, whole(take()) do commit.docs[i] = { id = take(), prev = take(), text = take() } end
    commits[#commits + 1] = commit
  end
  return commits
end

-- What follows in memory from commits that are about to be written, each in its turn.
local function applied_of(entry, commits, sheets, is_wanted)
  local interpret = interpreter()
  local told = {}
  for i, commit in ipairs(commits) do
    told[i] = ''
    if commit.moment ~= '' then
      local batch = batch_of(entry, decode(commit.moment), sheets)
      local any = false
      for _, doc in ipairs(commit.docs) do
        if add_to(batch, doc.id, doc.text) then any = true end
      end
      if any then
        local applied = interpret.apply(entry.model, batch)
        local refused = applied.refused[1]
        if refused ~= nil then error('CELLWAKE-REFUSED ' .. refused.symbol .. ': ' .. refused.message, 0) end
        if is_wanted then told[i] = encode(applied) end
      end
    end
  end
  return told
end

-- Whether the model in memory is as these commits will have it: it was asked for just that.
local function is_ahead(entry, head, commits)
  if entry == nil or entry.busy or entry.ahead == nil or entry.is_unsaved then return false end
  if entry.model.state.broken then return false end
  if entry.stamp ~= head.stamp or entry.digest ~= head.digest then return false end
  local found = false
  for _, commit in ipairs(commits) do
    if commit.moment ~= '' then
      if found or ahead_of(commit.moment, commit.docs) ~= entry.ahead then return false end
      found = true
    end
  end
  return found
end

local function write_commits(keys, commits)
  for _, commit in ipairs(commits) do
    local seq = digits(commit.seq)
    local names = {}
    local touched = false
    for i, doc in ipairs(commit.docs) do
      names[i] = doc.id
      if string.sub(doc.id, 1, 1) == '!' then touched = true end
      local place, field = place_of(keys, doc.id)
      local before = redis.call('HGET', place, field)
      if before then
        local was, prev, text = parts(before)
        redis.call('HSET', keys.past, doc.id .. '\n' .. digits(was), digits(prev) .. ' ' .. text)
      end
      redis.call('HSET', place, field, seq .. ' ' .. doc.prev .. ' ' .. doc.text)
    end
    if touched then
      -- For people: states of rules are beside it, by rule.
      if redis.call('HEXISTS', keys.rules, 'startedAtMs') == 0 then redis.call('HSET', keys.rules, 'startedAtMs', commit.at) end
      redis.call('HSET', keys.rules, 'lastTickMs', commit.at)
    end
    local docs = #names == 0 and '[]' or cjson.encode(names)
    redis.call('XADD', keys.commits, seq .. '-1', 'at', commit.at, 'session', commit.session, 'info', commit.info, 'docs', docs)
    redis.call('ZADD', keys.times, commit.at, seq)
  end
end

-- Another one for each model that begins, so that what is in memory is never taken for another one's: not for one of the
-- same name in another database of this Redis, nor for one that was here before.
local function first_stamp()
  return digits(now_us())
end

-- What is left of a model that was deleted ends by itself; until then a host that was away learns that it is gone.
local function keep_for(keys, milliseconds)
  for _, key in pairs(keys) do
    if milliseconds == nil then redis.call('PERSIST', key)
    else redis.call('PEXPIRE', key, milliseconds) end
  end
end

-- One group of commits: all of it happens, or nothing.
local function batch_input(keys_given, args)
  local id = model_id(keys_given)
  local keys = keys_of(id)
  local take = reader(args)
  local head = head_of(keys)
  local stamp, now = take(), whole(take())
  if stamp ~= head.stamp then return { 'moved', head.stamp } end
  local session, group = take(), take()
  local absent = {}
  for i = 1, whole(take()) do absent[i] = take() end
  local found = existing(keys, absent, now)
  if #found > 0 then return { 'receipts', unpack(found) } end
  local commits = read_commits(take)
  for _, commit in ipairs(commits) do commit.session = session end
  local receipts = {}
  for i = 1, whole(take()) do receipts[i] = { id = take(), expires = take(), text = take() } end
  local leases = {}
  for i = 1, whole(take()) do leases[i] = { name = take(), text = take() } end
  local outbox = {}
  for i = 1, whole(take()) do outbox[i] = take() end
  local digest, program, sheets, is_wanted = take(), take(), take(), take() == '1'
  local is_deleted = take() == '1'
  running.stamp = stamp

  -- Everything is computed from here to the first write.
  local entry = models[id]
  -- Its keys were somewhere else meanwhile, in a cluster: what is in memory is old, and must not count as new.
  if entry ~= nil and entry.stamp ~= head.stamp then
    forget(id)
    entry = nil
  end
  local told = {}
  local is_new = program ~= ''
  if is_new then
    if entry ~= nil and (entry.busy or entry.digest ~= digest or entry.model.state.broken) then
      forget(id)
      entry = nil
    end
  elseif not is_deleted and head.digest ~= '' then
    local moment
    for _, commit in ipairs(commits) do if commit.moment ~= '' then moment = decode(commit.moment) end end
    if moment ~= nil then
      entry = models[id]
      if not is_wanted and is_ahead(entry, head, commits) then
        entry.ahead = nil
      else
        entry = current(id, keys, head, moment)
        told = applied_of(entry, commits, decode(sheets), is_wanted)
        local size = 0
        for _, text in ipairs(told) do size = size + #text end
        if size > TOLD_CHARS then
          -- Nothing of it happens. What is in memory is ahead of the keys.
          forget(id)
          return { 'large' }
        end
      end
    elseif entry ~= nil and not entry.busy then
      used_by_work(entry)
      take_back(entry)
    end
  end
  -- A model that cannot be told in which state it is in memory is made anew.
  local written = head.stamp == '0' and first_stamp() or digits(tonumber(head.stamp) + 1)

  local fields = { 'stamp', written, 'format', digits(FORMAT), 'library', LIBRARY }
  if #commits > 0 then
    fields[#fields + 1] = 'seq'
    fields[#fields + 1] = digits(commits[#commits].seq)
  end
  if is_new then
    redis.call('SET', keys.program, program)
    fields[#fields + 1] = 'digest'
    fields[#fields + 1] = digest
  end
  if sheets ~= '[]' then
    fields[#fields + 1] = 'sheets'
    fields[#fields + 1] = sheets
  end
  if is_deleted then
    redis.call('UNLINK', keys.program)
    redis.call('HDEL', keys.head, 'sheets')
    fields[#fields + 1] = 'digest'
    fields[#fields + 1] = ''
    forget(id)
    entry = nil
  end
  redis.call('HSET', keys.head, unpack(fields))
  redis.call('HSET', keys.sessions, session, group)
  write_commits(keys, commits)
  for _, receipt in ipairs(receipts) do
    redis.call('HSET', keys.receipts, receipt.id, receipt.expires .. ' ' .. receipt.text)
    if receipt.expires ~= '' then redis.call('ZADD', keys.due, receipt.expires, receipt.id) end
  end
  for _, lease in ipairs(leases) do redis.call('HSET', keys.leases, lease.name, lease.text) end
  for _, text in ipairs(outbox) do redis.call('XADD', keys.outbox, '*', 'cargo', text) end
  if is_new then keep_for(keys)
  elseif is_deleted or head.digest == '' then keep_for(keys, DELETED_KEPT_MS) end
  if entry ~= nil then
    entry.stamp = written
    if is_new then entry.is_unsaved = false end
    models[id] = entry
  end
  return { 'ok', written, unpack(told) }
end

local function write_more(keys, args)
  local work = paused(keys, args)
  if work == nil then return { 'lost' } end
  local head = head_of(keys_of(work.id))
  if head.stamp == work.stamp then return go_on(work) end
  works[work.token] = nil
  return { 'moved', head.stamp }
end

-- The version that runs, as another release makes its program: from here on the keys hold that one.
local function adopt(keys_given, args)
  local id = model_id(keys_given)
  local keys = keys_of(id)
  local take = reader(args)
  local head = head_of(keys)
  local stamp, digest, program = take(), take(), take()
  if stamp ~= head.stamp then return { 'moved', head.stamp } end
  local written = digits(tonumber(head.stamp) + 1)
  redis.call('SET', keys.program, program)
  redis.call('HSET', keys.head, 'stamp', written, 'format', digits(FORMAT), 'library', LIBRARY, 'digest', digest)
  local entry = models[id]
  if entry ~= nil and entry.stamp == head.stamp and entry.digest == digest then entry.stamp = written
  else forget(id) end
  return { 'ok', written }
end

-- History before a commit, and receipts that are over. At most so many commits at once. True if there is more.
local function forget_history(keys_given, args)
  local keys = keys_of(model_id(keys_given))
  local take = reader(args)
  local head = head_of(keys)
  local until_seq, most, now = whole(take()), whole(take()), whole(take())
  local old = redis.call('XRANGE', keys.commits, '-', digits(until_seq) .. '-9', 'COUNT', most)
  for _, commit in ipairs(old) do
    local seq = string.match(commit[1], '^(%d+)')
    for _, id in ipairs(decode(commit[2][8])) do
      -- The state that it replaced is older than all that is asked for from now on.
      local place, field = place_of(keys, id)
      local newest = redis.call('HGET', place, field)
      local record, prev
      if newest then
        local found = parts(newest)
        if digits(found) == seq then
          _, prev = parts(newest)
        else
          record = redis.call('HGET', keys.past, id .. '\n' .. seq)
          if record then prev = tonumber(string.match(record, '^(%d+)')) end
        end
      end
      if prev ~= nil and prev > 0 then redis.call('HDEL', keys.past, id .. '\n' .. digits(prev)) end
    end
    redis.call('XDEL', keys.commits, commit[1])
    redis.call('ZREM', keys.times, seq)
    redis.call('HSET', keys.head, 'horizon', seq)
  end
  local over = redis.call('ZRANGEBYSCORE', keys.due, '-inf', digits(now), 'LIMIT', '0', tostring(most))
  for _, id in ipairs(over) do
    redis.call('HDEL', keys.receipts, id)
    redis.call('ZREM', keys.due, id)
  end
  return #old == most or #over == most and 1 or 0
end

local readers = {
  fetch = fetch,
  states = states,
  start = in_slices(start),
  eval_batch = in_slices(evaluate),
  eval_rule_trigger = in_slices(eval_rule_trigger),
  eval_rule_action = in_slices(eval_rule_action),
  resolve = in_slices(resolve),
  read = in_slices(read),
  more = more,
}
local writers = { batch_input = in_slices(batch_input), write_more = write_more, adopt = adopt, forget = forget_history }
