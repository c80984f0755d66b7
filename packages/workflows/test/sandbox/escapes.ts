// Scripts that try to get out, to reach what is not theirs, to take others with them, or to stay. Each is the body of
// `async (ctx, state) => { … }` of a prepare, unless it says otherwise, and what its failure must say.

import type { HandlerPhase } from '../../src/capabilities.ts'

export interface Escape {
  readonly name: string
  readonly code: string
  readonly says: RegExp
  /** Default: prepare. */
  readonly phase?: HandlerPhase
  /** The code is a whole script. */
  readonly whole?: boolean
}

/** Ends a script that did not get what it tried for. */
const HELD = /Error: held/
const NO_CODE = /code from text is not available/
const TIME = /not done after 0\.4 s/
const DEEP = /too deep/
const FULL =
  /needs more than 64 MiB|string too long|invalid (array|string) length|BigInt is too large|Invalid array length|invalid array (buffer )?length/i

const groups: Record<string, readonly (readonly [string, string, RegExp, Partial<Escape>?])[]> = {
  'the host by constructors': [
    [
      'of this',
      `(function () { return this })?.call(null)?.constructor; globalThis.constructor.constructor('return process')()`,
      NO_CODE,
    ],
    ['of an operation', `ctx.peek.constructor('return process')()`, NO_CODE],
    ['of a constructor', `ctx.tools.read.constructor.constructor('return process')()`, NO_CODE],
    [
      'of the context',
      `ctx.constructor.constructor('return process')()`,
      /cannot read property 'constructor' of undefined/,
    ],
    ['of an async function', `(async () => {}).constructor('return process')()`, NO_CODE],
    ['of a generator', `(function* () {}).constructor('return process')().next()`, NO_CODE],
    [
      'of an async generator',
      `(async function* () {}).constructor('return process')().next()`,
      NO_CODE,
    ],
    ['by Reflect', `Reflect.construct(Function, ['return process'])()`, NO_CODE],
    ['by call', `Function.prototype.constructor.call(null, 'return process')()`, NO_CODE],
    ['with new', `new Function('return process')()`, NO_CODE],
    ['by bind', `Function.bind(null, 'return process')()()`, NO_CODE],
    ['by a subclass', `new (class extends Function {})('return process')()`, NO_CODE],
    [
      'of a promise of the host',
      `ctx.tools.read(1).constructor.constructor('return process')()`,
      NO_CODE,
    ],
    [
      'of an answer',
      `(await ctx.tools.read(1)).constructor.constructor('return process')()`,
      NO_CODE,
    ],
    ['of the state', `state.constructor.constructor('return process')()`, NO_CODE],
    [
      'of an error of the engine',
      `try { null.x } catch (error) { error.constructor.constructor('return process')() }`,
      NO_CODE,
    ],
    [
      'of an error of the host',
      `try { ctx.log(); await ctx.publish('orders', {}) } catch (error) { error.constructor.constructor('return process')() }`,
      /prepare may not publish/,
    ],
    [
      'of the namespace of the script',
      `const me = await import('script.js'); me.constructor.constructor('return process')()`,
      /cannot read property|held|undefined/,
    ],
    ['by __proto__', `ctx.log.__proto__.constructor('return process')()`, NO_CODE],
    [
      'by a getter',
      `Object.getOwnPropertyDescriptor(Object.prototype, '__proto__').get.constructor('return process')()`,
      NO_CODE,
    ],
  ],
  'code from text': [
    ['eval', `eval('process')`, NO_CODE],
    ['eval, indirectly', `(0, eval)('process')`, NO_CODE],
    ['eval by another name', `const run = globalThis['ev' + 'al']; run('1 + 1')`, NO_CODE],
    ['eval by Reflect', `Reflect.apply(eval, undefined, ['process'])`, NO_CODE],
    [
      'eval after deleting the guard',
      `delete globalThis.eval; eval('process')`,
      /'eval' is not defined/,
    ],
    [
      'Function after deleting the guard',
      `delete Function.prototype.constructor; (() => {}).constructor('return 1')()`,
      /.+/,
    ],
    ['a timer with text', `setTimeout('process', 0)`, /'setTimeout' is not defined/],
    [
      'a module of Node',
      `await import('node:fs')`,
      /can import cellwake\/workflows and nothing else/,
    ],
    ['a module by its short name', `await import('fs')`, /nothing else, so not fs/],
    ['a module by its address', `await import('file:///etc/passwd')`, /nothing else/],
    [
      'a module as data',
      `await import('data:text/javascript,export default process')`,
      /nothing else/,
    ],
    ['a module from the network', `await import('https://example.com/x.js')`, /nothing else/],
    ['a module of the engine', `await import('std')`, /nothing else/],
    ['a module by a path', `await import('../../../etc/passwd')`, /nothing else/],
    ['a module whose name runs', `await import({ toString() { for (;;); } })`, TIME],
    [
      'an import at the top',
      `import fs from 'node:fs'\nexport default {}`,
      /nothing else, so not node:fs/,
      { whole: true },
    ],
    [
      'an export from elsewhere',
      `export * from 'os'\nexport default {}`,
      /nothing else, so not os/,
      { whole: true },
    ],
    ['require', `require('fs')`, /'require' is not defined/],
    [
      'where it is',
      `if (import.meta.url === undefined && Object.keys(import.meta).length === 0) throw new Error('held')`,
      HELD,
    ],
    ['WebAssembly', `new WebAssembly.Module(new Uint8Array(8))`, /'WebAssembly' is not defined/],
  ],
  'the process': [
    ['by name', `process.exit(0)`, /'process' is not defined/],
    ['by globalThis', `globalThis.process.env.HOME`, /cannot read property 'env' of undefined/],
    [
      'by the global object of others',
      `const found = ['global', 'window', 'self', 'top', 'root', 'std', 'os'].filter((name) => name in globalThis); if (found.length === 0) throw new Error('held')`,
      HELD,
    ],
    [
      'by hooks for stacks',
      `Error.prepareStackTrace = (error, frames) => frames; const [frame] = new Error('x').stack; if (typeof frame?.getThis !== 'function') throw new Error('held')`,
      HELD,
    ],
    [
      'by captured stacks',
      `const made = {}; Error.captureStackTrace?.(made); throw new Error('held ' + made.stack)`,
      HELD,
    ],
    ['by callers', `(function f() { return f.caller.caller })()`, /.+/],
    ['by callee', `(function () { return arguments.callee.caller })()`, /.+/],
    [
      'by stacks that name the machine',
      `throw new Error('held' + new Error('x').stack + Object.getOwnPropertyNames(globalThis))`,
      HELD,
    ],
    ['by shared memory', `new SharedArrayBuffer(8)`, /'SharedArrayBuffer' is not defined/],
    ['by waiting on memory', `Atomics.wait(new Int32Array(8), 0, 0)`, /'Atomics' is not defined/],
    ['by weak references', `new WeakRef({})`, /'WeakRef' is not defined/],
    [
      'by inspection',
      `throw { [Symbol.for('nodejs.util.inspect.custom')]: () => 'x', message: 'held', name: 'Error' }`,
      HELD,
    ],
    ['by a debugger', `debugger; throw new Error('held')`, HELD],
    ['by with', `with (ctx) { peek('orders') }\nexport default {}`, /.+/, { whole: true }],
    ['by HTML comments', `x <!-- y\n--> z\nexport default {}`, /.+/, { whole: true }],
  ],
  prototypes: [
    [
      'of objects',
      `Object.prototype.polluted = 'yes'; Array.prototype.polluted = 'yes'; throw new Error('held')`,
      HELD,
    ],
    ['by __proto__ in a value', `({}).__proto__.polluted = 'yes'; throw new Error('held')`, HELD],
    [
      'by __proto__ in an argument',
      `await ctx.tools.read(JSON.parse('{"__proto__":{"polluted":"yes"}}')); throw new Error('held')`,
      HELD,
    ],
    [
      'by constructor.prototype in an argument',
      `await ctx.tools.read({ constructor: { prototype: { polluted: 'yes' } } }); throw new Error('held')`,
      HELD,
    ],
    [
      'of the answer',
      `const answer = await ctx.tools.read(1); answer.__proto__.polluted = 'yes'; throw new Error('held')`,
      HELD,
    ],
    [
      'with a then for all',
      `Object.prototype.then = function (resolve) { resolve('hijacked') }; await ctx.tools.read(1); throw new Error('held')`,
      HELD,
    ],
    [
      'with a then that never calls',
      `Object.prototype.then = () => {}; await ctx.tools.read(1)`,
      /waits for something that never comes/,
    ],
    [
      'with toJSON for all',
      `Object.prototype.toJSON = () => { for (;;); }; return { data: {} }`,
      TIME,
    ],
    [
      'with a toJSON that throws',
      `Array.prototype.toJSON = () => { throw new Error('held') }; return { data: [] }`,
      /what prepare returned is not JSON: held/,
    ],
    [
      'with setters for all',
      `Object.defineProperty(Object.prototype, 'polluted', { set() { for (;;); } }); ({}).polluted = 1`,
      TIME,
    ],
    [
      'with indexes of lists',
      `Object.defineProperty(Array.prototype, 0, { set() { throw new Error('held') }, get() { return 'x' } }); ctx.log('x')`,
      HELD,
    ],
    [
      'of promises',
      `Promise.prototype.then = () => { throw new Error('held') }; await ctx.tools.read(1).then(1)`,
      HELD,
    ],
    [
      'with another Promise',
      `globalThis.Promise = class { then() { for (;;); } }; await ctx.tools.read(1); throw new Error('held')`,
      HELD,
    ],
    [
      'with another JSON',
      `JSON.stringify = () => 'not JSON'; JSON.parse = () => ({ polluted: 1 }); await ctx.tools.read(1); throw new Error('held')`,
      HELD,
    ],
    [
      'with another Reflect',
      `Reflect.apply = Object.defineProperty = Object.freeze = () => { for (;;); }; await ctx.tools.read(1); throw new Error('held')`,
      HELD,
    ],
    [
      'with another iterator',
      `Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1 }; await ctx.tools.read(1); throw new Error('held')`,
      HELD,
    ],
    [
      'with a species',
      `class Mine extends Promise { static get [Symbol.species]() { for (;;); } }; await Mine.resolve(1).then(() => 1)`,
      TIME,
    ],
    [
      'of functions',
      `Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { for (;;); }; await ctx.tools.read(1); throw new Error('held')`,
      HELD,
    ],
    [
      'of errors',
      `Object.defineProperty(Error.prototype, 'message', { get() { for (;;); } }); null.x.y`,
      /cannot read property|0\.4 s/,
    ],
    [
      'of the context',
      `ctx.publish = () => {}; throw new Error('not held')`,
      /read-only|not extensible/,
    ],
    [
      'of the tools',
      `ctx.tools.read = () => 'mine'; throw new Error('not held')`,
      /read-only|not extensible/,
    ],
    [
      'of a group of tools',
      `delete ctx.tools.group.read; throw new Error('not held')`,
      /could not delete|not configurable|delete/,
    ],
    [
      'at the top, before the context is made',
      `Object.create = Object.freeze = Object.defineProperty = Reflect.apply = String.prototype.split = () => globalThis
Array.prototype[Symbol.iterator] = undefined
export default { consumers: { file: { prepare: async (ctx) => { if (Object.isFrozen(ctx)) throw new Error('held') } } } }`,
      HELD,
      { whole: true },
    ],
  ],
  'what a tool said': [
    ['by catch', `try { await ctx.tools.rejects(1) } catch {} return {}`, /it is not wanted/],
    ['by finally', `try { await ctx.tools.rejects(1) } finally { return {} }`, /it is not wanted/],
    [
      'by a handler of rejections',
      `return ctx.tools.rejects(1).catch(() => ({}))`,
      /it is not wanted/,
    ],
    [
      'by two handlers',
      `return ctx.tools.rejects(1).then(() => ({}), () => ({}))`,
      /it is not wanted/,
    ],
    [
      'by allSettled',
      `await Promise.allSettled([ctx.tools.rejects(1)]); return {}`,
      /it is not wanted/,
    ],
    [
      'by any',
      `return Promise.any([ctx.tools.rejects(1), Promise.resolve({})])`,
      /it is not wanted/,
    ],
    ['by not waiting', `ctx.tools.rejects(1); return {}`, /it is not wanted/],
    [
      'by a generator',
      `const g = (async function* () { try { yield await ctx.tools.rejects(1) } finally { yield {} } })(); await g.next().catch(() => 1); return {}`,
      /it is not wanted/,
    ],
    ['by looping on', `ctx.tools.rejects(1); for (;;);`, /it is not wanted/],
    [
      'by calling on',
      `ctx.tools.rejects(1); for (let i = 0; i < 100; i++) ctx.tools.read(i); return {}`,
      /it is not wanted/,
    ],
    [
      'with a promise of its own',
      `globalThis.Promise = class { constructor(f) { f(() => {}) } then() {} catch() {} }; try { await ctx.tools.rejects(1) } catch {} return {}`,
      /it is not wanted/,
    ],
  ],
  'capabilities of other phases': [
    [
      'publish in prepare',
      `try { await ctx.publish('done', { messageId: 'x' }) } catch {} return {}`,
      /prepare may not publish/,
    ],
    [
      'a mutation in prepare',
      `try { await ctx.tools.send(1) } catch {} return {}`,
      /prepare may not call tools that change/,
    ],
    [
      'an input in prepare',
      `try { await ctx.registerInput({ source: 'a', type: 'b', id: 'c', title: 'd' }) } catch {} return {}`,
      /prepare may not register inputs/,
    ],
    [
      'a look in mutate',
      `try { await ctx.peek('orders') } catch {}`,
      /mutate may not look at events/,
      { phase: 'mutate' },
    ],
    [
      'publish in mutate',
      `try { await ctx.publish('done', {}) } catch {}`,
      /mutate may not publish/,
      { phase: 'mutate' },
    ],
    [
      'a read in mutate',
      `try { await ctx.tools.read(1) } catch {}`,
      /mutate may not call tools that read/,
      { phase: 'mutate' },
    ],
    [
      'a mutation in next',
      `try { await ctx.tools.send(1) } catch {}`,
      /next may not call tools that change/,
      { phase: 'next' },
    ],
    [
      'a read in next',
      `try { await ctx.tools.read(1) } catch {}`,
      /next may not call tools that read/,
      { phase: 'next' },
    ],
    [
      'events in a producer',
      `try { await ctx.peek('orders') } catch {}`,
      /producer may not look at events/,
      { phase: 'producer' },
    ],
    [
      'a mutation in a producer',
      `try { await ctx.tools.send(1) } catch {}`,
      /producer may not call tools that change/,
      { phase: 'producer' },
    ],
    [
      'a topic of another',
      `try { await ctx.publish('other', {}) } catch {}`,
      /does not declare/,
      { phase: 'next' },
    ],
    ['a tool by a name of objects', `ctx.tools.constructor('return process')()`, /not a function/],
    ['a tool by a name with dots', `ctx.tools['group.read'](1)`, /not a function/],
    [
      'a tool by __proto__',
      `ctx.tools.__proto__.read(1)`,
      /cannot read property 'read' of undefined/,
    ],
    ['an operation of nobody', `ctx.commit()`, /not a function/],
    [
      'a context that was kept',
      `globalThis.kept?.publish('done', {}); globalThis.kept = ctx; throw new Error('held')`,
      HELD,
    ],
  ],
  time: [
    ['for', `for (;;);`, TIME],
    ['while', `while (true) { globalThis.n = (globalThis.n ?? 0) + 1 }`, TIME],
    ['in catch', `for (;;) try { for (;;); } catch {} finally { continue }`, TIME],
    ['at the top', `for (;;);\nexport default {}`, TIME, { whole: true }],
    [
      'in a getter of the definition',
      `export default { get consumers() { for (;;); } }`,
      TIME,
      { whole: true },
    ],
    ['in an async loop', `for (;;) await null`, TIME],
    ['in a chain of promises', `const f = () => Promise.resolve().then(f); await f()`, TIME],
    [
      'in promises that double',
      `const f = () => { Promise.resolve().then(f); Promise.resolve().then(f) }; f(); await new Promise(() => {})`,
      /0\.4 s|more than 64 MiB/,
    ],
    [
      'in async iteration',
      `for await (const _ of (async function* () { for (;;) yield 1 })());`,
      TIME,
    ],
    ['in a generator', `for (const _ of (function* () { for (;;) yield 1 })());`, TIME],
    ['in a pattern', `/^(a+)+$/.test('a'.repeat(40) + 'b')`, TIME],
    ['in a pattern with alternatives', `/^(a|a|a|aa)+$/.test('a'.repeat(60) + '!')`, TIME],
    ['in a pattern with back references', `/^(.*)*\\1+$/.exec('x'.repeat(60) + 'y')`, TIME],
    ['in a pattern that looks ahead', `/(?=(x+x+)+y)/.exec('x'.repeat(5000))`, TIME],
    ['in replacing', `'x'.repeat(1e5).replace(/(x+x+)+y/g, '')`, TIME],
    ['in sorting', `[3, 2, 1].sort(() => { for (;;); })`, TIME],
    [
      'in sorting much',
      `const a = Array.from({ length: 1e5 }, (_, i) => ({ i })); for (;;) a.sort((x, y) => (x.i * 7919) % 1e5 - (y.i * 7919) % 1e5)`,
      TIME,
    ],
    ['in a list with holes', `const a = []; a.length = 2 ** 32 - 1; a.indexOf(1)`, TIME],
    [
      'in many steps that look at no clock',
      `const a = []; a.length = 1e7; for (;;) a.indexOf(1)`,
      TIME,
    ],
    [
      'in an object that says it is long',
      `Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)`,
      TIME,
    ],
    ['in reversing it', `Array.prototype.reverse.call({ length: 2 ** 53 - 1 })`, TIME],
    ['in joining holes', `new Array(2 ** 32 - 1).join()`, /0\.4 s|64 MiB|too long/],
    [
      'in the digits of a number',
      `(3n ** 600000n).toString().length; for (;;) (3n ** 300000n).toString()`,
      TIME,
    ],
    ['in a toString', `return { data: String({ toString() { for (;;); } }) }`, TIME],
    ['in a valueOf', `return { data: +{ valueOf() { for (;;); } } }`, TIME],
    ['in toPrimitive', `return { data: \`\${{ [Symbol.toPrimitive]() { for (;;); } }}\` }`, TIME],
    [
      'in hasInstance',
      `return { data: 1 instanceof { [Symbol.hasInstance]() { for (;;); } } }`,
      TIME,
    ],
    ['in a proxy', `return { data: new Proxy({}, { get() { for (;;); } }).x }`, TIME],
    ['in a proxy that is returned', `return new Proxy({}, { ownKeys() { for (;;); } })`, TIME],
    ['in a getter that is returned', `return { get data() { for (;;); } }`, TIME],
    ['in a toJSON that is returned', `return { data: { toJSON() { for (;;); } } }`, TIME],
    ['in a then that is returned', `return { then() { for (;;); } }`, TIME],
    ['in a then without an end', `const t = { then(resolve) { resolve(t) } }; return t`, TIME],
    [
      'in a list that says it is long',
      `return { data: new Proxy([], { get: (t, key) => (key === 'length' ? 2 ** 53 - 1 : 1) }) }`,
      /0\.4 s|64 MiB/,
    ],
    ['in an argument', `await ctx.tools.read({ get x() { for (;;); } })`, TIME],
    ['in a log', `ctx.log({ toJSON() { for (;;); } })`, TIME],
    ['in an error', `throw { get message() { for (;;); } }`, TIME],
    [
      'in the stack of an error',
      `throw { name: 'Error', message: 'x', get stack() { for (;;); } }`,
      TIME,
    ],
    [
      'in the hook for stacks',
      `Error.prepareStackTrace = () => { for (;;); }; null.x`,
      /0\.4 s|cannot read property/,
    ],
    [
      'in a tool that does not answer',
      `await ctx.tools.slow(1)`,
      /0\.4 s, and waits for tools\.slow/,
    ],
    ['for ever', `await new Promise(() => {})`, /waits for something that never comes/],
    ['for a then that never calls', `return { then() {} }`, /waits for something that never comes/],
    [
      'for itself',
      `const p = new Promise((resolve) => Promise.resolve().then(() => resolve(p))); await p`,
      /promise|itself|never comes/i,
    ],
    [
      'for a module that waits for itself',
      `export default {}\nawait import('script.js')`,
      /waits|never comes|import/,
      { whole: true },
    ],
  ],
  depth: [
    ['of a function', `const f = () => f() + 1; f()`, DEEP],
    ['of two functions', `const f = () => g(), g = () => [f()]; f()`, DEEP],
    ['of a method by call', `const f = function () { return f.call(this) + 1 }; f()`, DEEP],
    ['of a getter', `const o = { get a() { return this.a } }; o.a`, DEEP],
    ['of a proxy', `const p = new Proxy({}, { get: (t, key, self) => self[key] }); p.x`, DEEP],
    ['of proxies', `let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x`, DEEP],
    ['of a generator', `function* g() { yield* g() } [...g()]`, DEEP],
    ['of toString', `const a = { toString() { return '' + a } }; '' + a`, DEEP],
    [
      'of toJSON',
      `const a = () => ({ toJSON: () => ({ a: a() }) }); return { data: a() }`,
      /too deep|0\.4 s/,
    ],
    [
      'of getters that are returned',
      `const a = () => ({ get a() { return a() } }); return a()`,
      /too deep|0\.4 s/,
    ],
    [
      'of a list in a list',
      `let a = []; for (let i = 0; i < 2e4; i++) a = [a]; return { data: a }`,
      /too deep|0\.4 s/,
    ],
    ['of JSON', `JSON.parse('['.repeat(1e5))`, DEEP],
    [
      'of JSON with a reviver',
      `const f = (k, v) => JSON.parse('1', f); JSON.parse('[1]', f)`,
      DEEP,
    ],
    [
      'of a pattern',
      `new RegExp('('.repeat(1e5) + ')'.repeat(1e5))`,
      /too many captures|stack overflow|too deep/,
    ],
    [
      'of a pattern without captures',
      `new RegExp('(?:'.repeat(1e5) + ')'.repeat(1e5))`,
      /stack overflow|too deep/,
    ],
    [
      'of brackets',
      `export default ${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
      /stack overflow|too deep/,
      { whole: true },
    ],
    [
      'of lists in the text',
      `export default ${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      /stack overflow|too deep/,
      { whole: true },
    ],
    [
      'of blocks',
      `${'{'.repeat(20_000)}${'}'.repeat(20_000)}\nexport default {}`,
      /stack overflow|too deep/,
      { whole: true },
    ],
    [
      'of functions in the text',
      `export default ${'() => '.repeat(20_000)}1`,
      /stack overflow|too deep/,
      { whole: true },
    ],
    [
      'of signs',
      `export default ${'- '.repeat(50_000)}1`,
      /stack overflow|too deep/,
      { whole: true },
    ],
    [
      'of templates',
      `export default ${'`${'.repeat(5_000)}1${'}`'.repeat(5_000)}`,
      /stack overflow|too deep/,
      { whole: true },
    ],
    [
      'of causes',
      `let e = new Error('held'); for (let i = 0; i < 1e4; i++) e = new Error('held', { cause: e }); throw e`,
      HELD,
    ],
    [
      'of bound functions',
      `let f = () => 1; for (let i = 0; i < 1e5; i++) f = f.bind(null); f()`,
      /too deep|64 MiB/,
    ],
    [
      'of promises in promises',
      `let p = Promise.resolve(1); for (let i = 0; i < 1e4; i++) { const q = p; p = new Promise((r) => r(q)) } await p; throw new Error('held')`,
      HELD,
    ],
  ],
  memory: [
    ['in a list', `const a = []; for (;;) a.push({})`, FULL],
    ['in a text', `let s = 'ab'; for (;;) s += s + 'c'`, FULL],
    ['in one text', `'x'.repeat(2 ** 30 - 1)`, FULL],
    ['in a padded text', `'x'.padEnd(2 ** 29, 'yz')`, FULL],
    [
      'in a text that is replaced',
      `let s = 'x'; for (;;) s = s.replaceAll('x', 'xx')`,
      /MiB|too long|0\.4 s/,
    ],
    ['in a list at once', `new Array(5e7).fill(0)`, /MiB|0\.4 s/],
    [
      'in a list of its own making',
      `Array.from({ length: 2 ** 53 - 1 }, () => [])`,
      /MiB|0\.4 s|length/,
    ],
    ['in a buffer', `new ArrayBuffer(2 ** 31)`, /invalid array buffer length|MiB/],
    ['in buffers', `const a = []; for (;;) a.push(new Float64Array(1e5))`, FULL],
    ['in a buffer that grows', `const b = new ArrayBuffer(8, { maxByteLength: 2 ** 40 })`, /.+/],
    ['in a map', `const m = new Map(); for (let i = 0; ; i++) m.set(i, [i])`, FULL],
    ['in keys', `const o = {}; for (let i = 0; ; i++) o['k' + i] = i`, /MiB|0\.4 s/],
    ['in symbols', `const a = []; for (;;) a.push(Symbol('x'.repeat(1e4)))`, FULL],
    [
      'in closures',
      `let f = () => 1; for (;;) { const g = f; const big = new Array(1000); f = () => [g, big] }`,
      FULL,
    ],
    ['in a big number', `let x = 2n; for (;;) x *= x`, FULL],
    ['in promises', `const a = []; for (;;) a.push(new Promise(() => {}))`, FULL],
    [
      'in all of them',
      `await Promise.all((function* () { for (;;) yield new Promise(() => {}) })())`,
      /MiB|0\.4 s/,
    ],
    ['in arguments', `Math.max(...new Array(1e6).fill(1))`, /too many arguments|MiB/],
    ['in spreading', `[...(function* () { for (;;) yield 1 })()]`, /MiB|0\.4 s/],
    [
      'in concatenation',
      `const a = new Array(1e5).fill(1); let b = a; for (;;) b = b.concat(b)`,
      /MiB|length/,
    ],
    [
      'in spreadable lies',
      `[].concat({ length: 2 ** 53 - 1, [Symbol.isConcatSpreadable]: true })`,
      /0\.4 s|length|too|loo/,
    ],
    [
      'in normalised text',
      `let s = '\\u0344'.repeat(1e5); for (;;) s = s.normalize('NFD') + s`,
      FULL,
    ],
    ['in matches', `[...'x'.repeat(5e6).matchAll(/x/g)]`, /MiB|0\.4 s/],
    ['in a split text', `'x'.repeat(8e6).split('')`, /MiB|0\.4 s/],
    ['in JSON', `JSON.stringify(new Array(2e7))`, /MiB|0\.4 s|too long/],
    ['in JSON that grows', `let s = '[]'; for (;;) s = JSON.stringify([s, s])`, FULL],
    [
      'caught',
      `const a = []; for (;;) { try { for (;;) a.push(new Array(1e4).fill(0)) } catch {} }`,
      /MiB|0\.4 s/,
    ],
    ['in an error', `throw new Error('held'.repeat(5e6))`, HELD],
    ['in what is returned', `return { data: 'x'.repeat(2e7) }`, /characters as JSON/],
    ['in an argument', `await ctx.tools.read('x'.repeat(2e7))`, /characters as JSON/],
    [
      'in the top of the script',
      `const a = []\nfor (;;) a.push(new Array(1e4).fill(a.length))\nexport default {}`,
      FULL,
      { whole: true },
    ],
  ],
  'the messages to the host': [
    [
      'a value that is no JSON',
      `return { data: { f() {} } }`,
      /what prepare returned is not JSON: f is a function/,
    ],
    ['a function', `return () => {}`, /it is a function/],
    ['a symbol', `return Symbol('x')`, /it is a symbol/],
    ['a big integer', `return { data: 1n }`, /bigint/i],
    ['a circle', `const a = {}; a.a = a; return a`, /circular/],
    ['a number that is none', `return { data: NaN }`, /data is NaN/],
    ['calls without end', `for (;;) ctx.peek('orders')`, /calls more than \d+ operations/],
    ['reads without end', `for (;;) ctx.tools.read(1)`, /at most 200 tools|calls more than/],
    [
      'publishes without end',
      `for (let i = 0; ; i++) ctx.publish('orders', { messageId: String(i) })`,
      /at most 1000 events|calls more than/,
      { phase: 'producer' },
    ],
    ['logs without end', `for (;;) ctx.log('x')`, TIME],
    ['long logs without end', `for (;;) ctx.log('x'.repeat(1e6))`, TIME],
    [
      'a topic that is an object',
      `await ctx.peek({ toString: () => 'orders' })`,
      /not JSON|does not subscribe/,
    ],
    ['a topic of prototypes', `await ctx.peek('__proto__')`, /does not subscribe to __proto__/],
    [
      'a million topics',
      `await ctx.publish(new Array(1e5).fill('orders'), { messageId: 'x' })`,
      /at most 1000 events|characters as JSON/,
      { phase: 'producer' },
    ],
    [
      'a million ids',
      `await ctx.getByIds('orders', Array.from({ length: 5e4 }, (_, i) => 'm' + i))`,
      /at most 1000 message ids/,
    ],
    ['ids that are objects', `await ctx.getByIds('orders', { length: 1e9 })`, /takes a list/],
    ['a limit that is no number', `await ctx.peek('orders', { limit: 'all' })`, /whole number/],
    [
      'a message id of no text',
      `await ctx.publish('orders', { messageId: { toString: 1 } })`,
      /message id/i,
      { phase: 'producer' },
    ],
    [
      'a message id without end',
      `await ctx.publish('orders', { messageId: 'x'.repeat(1e5) })`,
      /message id/i,
      { phase: 'producer' },
    ],
    [
      'a message id with null characters',
      `await ctx.publish('orders', { messageId: 'a\\u0000b' })`,
      /message id/i,
      { phase: 'producer' },
    ],
    [
      'a payload with __proto__',
      `await ctx.publish('orders', { messageId: 'x', payload: JSON.parse('{"__proto__":{"polluted":1}}') })`,
      /__proto__/,
      { phase: 'producer' },
    ],
    [
      'a payload nested deep',
      `let a = 1; for (let i = 0; i < 500; i++) a = [a]; await ctx.publish('orders', { messageId: 'x', payload: a })`,
      /deep|levels|nest/i,
      { phase: 'producer' },
    ],
    [
      'an input of another run',
      `await ctx.publish('orders', { messageId: 'x', inputId: 'stolen' })`,
      /is no input/,
      { phase: 'producer' },
    ],
    [
      'an input without a title',
      `await ctx.registerInput({ source: 's', type: 't', id: 'i' })`,
      /title/,
      { phase: 'producer' },
    ],
    [
      'an error with signs for terminals',
      `throw new Error('held \\u001b[31m\\r\\n\\u0007 \\u0000 end')`,
      HELD,
    ],
    [
      'an error that forges its place',
      `const e = new Error('held'); e.stack = 'at script.js:99999999999:1 at script.js:1:1'; throw e`,
      HELD,
    ],
    [
      'an error that is a proxy',
      `throw new Proxy(new Error('held'), { get: (t, key) => t[key] })`,
      HELD,
    ],
    ['an error without anything', `throw Object.create(null)`, /it threw/],
    ['nothing at all', `throw undefined`, /it threw undefined/],
    ['a symbol thrown', `throw Symbol('held')`, /Symbol\(held\)/],
    [
      'a phase that is no function',
      `export default { consumers: { file: { prepare: 5 } } }`,
      /no prepare of consumers\.file/,
      { whole: true },
    ],
    [
      'a definition that is a proxy',
      `export default new Proxy({}, { get() { throw new Error('held') }, getOwnPropertyDescriptor() { throw new Error('held') } })`,
      HELD,
      { whole: true },
    ],
    [
      'a definition by prototypes',
      `export default Object.create({ consumers: { file: { prepare() { return {} } } } })`,
      /no prepare of/,
      { whole: true },
    ],
    ['no definition', `export const a = 1`, /no prepare of|no default/, { whole: true }],
    [
      'a text that does not parse',
      `export default {\n  consumers: {\n`,
      /failed at \d+:\d+/,
      { whole: true },
    ],
    ['null characters in the text', `export default { a: '\u0000' \u0000 }`, /.+/, { whole: true }],
  ],
}

export const escapes: readonly Escape[] = Object.entries(groups).flatMap(([group, tries]) =>
  tries.map(([name, code, says, more]) => ({ name: `${group}: ${name}`, code, says, ...more })),
)
