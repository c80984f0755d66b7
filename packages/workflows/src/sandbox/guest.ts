// The first code in each interpreter, before the script: it removes sources of nondeterminism and of foreign code, and
// builds the context of the phase over one function of the host. It is evaluated as text, and works with its own copies
// of the built-ins it needs: a script that changes `JSON` or `Array.prototype` changes only its own. It is no security
// boundary: even if a script subverts this code, `host` takes and gives numbers and texts, and nothing more.

/** The name of the script in stacks. */
export const SCRIPT_FILE = 'script.js'

/** Opcodes of calls to `host`. */
export const HOST = { call: 1, log: 2, done: 3, threw: 4, badValue: 5, shape: 6 } as const

/** The module that a script may import, so that the same text runs here and as trusted code. */
export const WORKFLOWS_MODULE = 'cellwake/workflows'
export const WORKFLOWS_SOURCE = 'export const workflow = (definition) => definition'

/** A function of (host, now, maxChars), which gives { describe, phase, answer }. */
export const GUEST = `(function (host, now, maxChars) {
'use strict'
const { parse, stringify } = JSON
const { apply, construct, ownKeys } = Reflect
const { defineProperty, freeze, create, getPrototypeOf, hasOwn } = Object
const { isFinite } = Number
const { isArray } = Array
const { slice, split } = String.prototype
const NativePromise = Promise
const NativeError = Error
const text = String
const cut = (value, most) => apply(slice, value, [0, most])

// Time stands still at the time of the run, so that a phase that is run again gives the same.
const NativeDate = Date
const FixedDate = function Date(...parts) {
  if (new.target === undefined) return new NativeDate(now).toString()
  return construct(NativeDate, parts.length === 0 ? [now] : parts, new.target)
}
FixedDate.prototype = NativeDate.prototype
const fixed = { now: () => now, parse: NativeDate.parse, UTC: NativeDate.UTC }
for (const name of ['now', 'parse', 'UTC']) {
  defineProperty(FixedDate, name, { value: fixed[name], writable: true, configurable: true })
}
defineProperty(FixedDate, 'length', { value: 7, configurable: true })
defineProperty(NativeDate.prototype, 'constructor', { value: FixedDate, writable: true, configurable: true })
globalThis.Date = FixedDate

// Chance would give another result when a phase is run again, and another message id for the same event.
Math.random = function random() {
  throw new NativeError('Math.random is not available: derive ids from the events, so that a retry gives the same')
}

// Code comes from the script alone, which is kept with its version.
const noCode = () => {
  throw new NativeError('code from text is not available: eval and Function are switched off')
}
const kinds = [function () {}, function* () {}, async function () {}, async function* () {}]
for (let i = 0; i < 4; i++) {
  const prototype = getPrototypeOf(kinds[i])
  const maker = function Function() { noCode() }
  defineProperty(maker, 'prototype', { value: prototype })
  defineProperty(prototype, 'constructor', { value: maker, writable: true, configurable: true })
  if (i === 0) globalThis.Function = maker
}
globalThis.eval = noCode

// A script must not observe the garbage collector; shared memory has no other thread.
for (const name of ['WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics', 'performance', 'console']) {
  delete globalThis[name]
}
defineProperty(globalThis, 'workflow', { value: (definition) => definition, writable: true, configurable: true })

const CALL = 1, LOG = 2, DONE = 3, THREW = 4, BAD_VALUE = 5, SHAPE = 6

const plain = (key, value) => {
  const kind = typeof value
  if (kind === 'number' && !isFinite(value)) throw new TypeError((key === '' ? 'it' : key) + ' is ' + value)
  if (kind === 'function' || kind === 'symbol') throw new TypeError((key === '' ? 'it' : key) + ' is a ' + kind)
  return value
}
const write = (value) => (value === undefined ? undefined : stringify(value, plain))

/** As much of an error as can be read, for any thrown value. */
const told = (error) => {
  const parts = ['', '', '']
  try {
    if ((typeof error === 'object' && error !== null) || typeof error === 'function') {
      const { name, message, stack } = error
      if (typeof name === 'string') parts[0] = cut(name, maxChars)
      parts[1] = cut(typeof message === 'string' ? message : 'it threw ' + stringify(error), maxChars)
      if (typeof stack === 'string') parts[2] = cut(stack, maxChars)
    } else parts[1] = cut(typeof error === 'string' ? error : 'it threw ' + text(error), maxChars)
  } catch {}
  return parts
}
const fail = (kind, error, what) => {
  const parts = told(error)
  host(kind, 0, parts[0], what === undefined ? parts[1] : what + ': ' + parts[1], parts[2])
}

let last = 0
const waiting = create(null)
const call = (op, args) => {
  let sent
  try {
    sent = write(args)
  } catch (error) {
    fail(BAD_VALUE, error, 'what ' + op + ' is given is not JSON')
    throw error
  }
  const id = ++last
  return new NativePromise((resolve) => {
    waiting[id] = resolve
    host(CALL, id, op, sent)
  })
}
const word = (value) => {
  if (typeof value === 'string') return value
  if (value instanceof NativeError) return text(value)
  try {
    const written = stringify(value)
    return written === undefined ? text(value) : parse(written)
  } catch {
    return typeof value
  }
}

const contextOf = (nowText, tools) => {
  const ctx = create(null)
  ctx.now = nowText
  ctx.peek = (...args) => call('peek', args)
  ctx.getByIds = (...args) => call('getByIds', args)
  ctx.publish = (...args) => call('publish', args)
  ctx.registerInput = (...args) => call('registerInput', args)
  ctx.log = (...words) => {
    const line = []
    for (let i = 0; i < words.length; i++) line[i] = word(words[i])
    host(LOG, 0, stringify(line), '')
  }
  ctx.tools = create(null)
  const made = [ctx.tools]
  for (let i = 0; i < tools.length; i++) {
    const path = apply(split, tools[i], ['.'])
    let at = ctx.tools
    for (let j = 0; j < path.length; j++) {
      const isLast = j === path.length - 1
      const known = hasOwn(at, path[j]) ? at[path[j]] : undefined
      let next = known
      if (isLast) {
        const op = 'tools.' + tools[i]
        next = (...args) => call(op, args)
        const inner = known === undefined ? [] : ownKeys(known)
        for (let k = 0; k < inner.length; k++) next[inner[k]] = known[inner[k]]
      } else if (known === undefined) next = create(null)
      if (next !== known) {
        defineProperty(at, path[j], { value: next, enumerable: true, configurable: true, writable: true })
        made[made.length] = next
      }
      at = next
    }
  }
  for (let i = 0; i < made.length; i++) freeze(made[i])
  return freeze(ctx)
}

const own = (value, name) =>
  typeof value === 'object' && value !== null && hasOwn(value, name) ? value[name] : undefined
const noDefault = 'the script has no default export that is an object: end it with export default workflow({ … })'

return {
  describe(script) {
    const definition = own(script, 'default')
    if (typeof definition !== 'object' || definition === null || isArray(definition)) {
      return host(SHAPE, 0, '', noDefault, '')
    }
    // The host knows a phase by true, so a script must not say that itself.
    const named = (key, value) => {
      if (typeof value === 'function') return true
      const isPhase = key === 'handler' || key === 'prepare' || key === 'mutate' || key === 'next'
      return isPhase && value === true ? 'true' : plain(key, value)
    }
    let sent
    try {
      sent = stringify(definition, named)
    } catch (error) {
      return fail(BAD_VALUE, error, 'the definition is not plain data and functions')
    }
    host(DONE, 0, sent, '')
  },
  async phase(script, phase, handler, args, nowText, tools) {
    const kind = phase === 'producer' ? 'producers' : 'consumers'
    const given = [contextOf(nowText, parse(tools))]
    const texts = parse(args)
    for (let i = 0; i < texts.length; i++) given[i + 1] = texts[i] === null ? undefined : parse(texts[i])
    let value
    try {
      const owner = own(own(script.default, kind), handler)
      const run = own(owner, phase === 'producer' ? 'handler' : phase)
      if (typeof run !== 'function') {
        return host(SHAPE, 0, '', 'the script has no ' + phase + ' of ' + kind + '.' + handler, '')
      }
      value = await apply(run, owner, given)
    } catch (error) {
      return fail(THREW, error)
    }
    let sent
    try {
      sent = write(value)
    } catch (error) {
      return fail(BAD_VALUE, error, 'what ' + phase + ' returned is not JSON')
    }
    host(DONE, 0, sent, '')
  },
  answer(id, sent) {
    const resolve = waiting[id]
    delete waiting[id]
    resolve(sent === undefined ? undefined : parse(sent))
  },
}
})`
