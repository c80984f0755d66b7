// A rule that cannot fail proves nothing: each is shown small projects that break it and must
// report every one, and a clean project about which it must say nothing.
import { describe, expect, it } from 'vitest'
import { invented, type Rule } from './tidy/project.ts'
import { rules } from './tidy/rules.ts'

type Files = Record<string, string>

const src = 'packages/store/src/thing.ts'
const test = 'packages/store/test/thing.test.ts'
// Put together here, because the linter takes a hole inside a plain string for a slip.
const hole = ['$', '{x}'].join('')
// And this, so that the file does not itself mention such a path.
const machine = (folder: string) => `/${folder}/main`

/** Looks like a violation to a careless eye, and is none. */
const clean: Files = {
  'packages/store/package.json':
    '{ "dependencies": { "pg": "8.23.1", "beta": "18.4.0-beta.17" }, "peerDependencies": { "vitest": ">=4" } }',
  'packages/scheduler/package.json': '{ "dependencies": { "@cellwake/store": "0.1.0" } }',
  'packages/store/src/index.ts':
    "// The door.\nexport { thing } from './thing.ts'\nexport type { A } from './a.ts'",
  'packages/store/src/a.ts': '// A word: what it is.\nexport type A = string',
  'packages/store/src/thing.ts': [
    '/** A thing. See test: a thing of kind x adds up. */',
    '/** See performance: one thing */',
    "import type { A } from './a.ts'",
    "import { pageMax as x } from './limits.ts'",
    'export const anything = "any TODO // XXX" // See test: from the table',
    'export const at = (time: number, fetch: (a: A) => void) => [new Date(time), fetch("x")]',
    'export const wait = (clock: { setTimeout(ms: number): void; now(): number }) => clock.setTimeout(clock.now())',
    `export const message = \`Please select ${hole} from the list, then update it\``,
  ].join('\n'),
  'docs/performance.md': '### one thing\n- Where: `store/thing.ts`.',
  'ARCHITECTURE.md':
    '## One walk\n### On\n1. `store/thing.ts`, and `store/thing.ts`\n2. `store/a.ts`\n## End',
  'packages/store/src/limits.ts': '// Limits.\nexport const pageMax = 100',
  'packages/store/src/errors.ts': '// Errors.\nexport class StoreError extends Error {}',
  'packages/store/src/system.ts': '// The world.\nexport const now = () => Date.now()',
  'packages/store/src/sqlite/q.ts': "// Queries.\nexport const q = 'SELECT a FROM t'",
  'packages/store/src/sqlite/001.sql': 'CREATE TABLE t (a)',
  'packages/store/src/postgres/connection.ts': "// Connects.\nimport pg from 'pg'\nexport { pg }",
  'packages/workers/src/egress.ts':
    "// The door.\nimport { connect } from 'node:tls'\nimport { openSecret } from './secret.ts'\nexport { connect, openSecret }",
  'packages/workers/src/secret.ts': '// Secrets.\nexport const openSecret = () => 1',
  'packages/workers/src/status.ts':
    "// A status.\nimport type { IncomingMessage } from 'node:http'\nexport type A = IncomingMessage",
  'packages/scheduler/src/run.ts':
    "// Runs.\nimport { thing } from '@cellwake/store'\nexport { thing }",
  'packages/store/test/thing.test.ts': [
    "import { it } from 'vitest'",
    "import { adds } from './support.ts'",
    `for (const x of ['x']) it(\`a thing of kind ${hole} adds up\`, () => adds(x))`,
    "it.skipIf(process.platform === 'win32')('links', (t) => { t.skip('not today'); adds() })",
    "it.each([['from the table', 1]])('%s', adds)",
    "it.skip('maps; skipped: the format is not settled', adds)",
  ].join('\n'),
  'packages/store/test/support.ts':
    "import { expect } from 'vitest'\nexport const adds = (k = 1) => check(k)\nfunction check(k) { expect(k).toBe(1) }",
  'packages/store/test/01-durable.test.ts': "import { suite } from './suite.ts'\nsuite()",
  'packages/store/test/suite.ts':
    "import { expect, it } from 'vitest'\nexport function suite() { it('holds', () => expect(1).toBe(1)) }",
  'packages/sim/src/main.ts':
    "import { thing } from '@cellwake/store'\nexport const t = Date.now() + thing",
  'GUARANTEES.md': '[G1](./packages/store/test/01-durable.test.ts)',
  'package-lock.json':
    '{ "packages": { "node_modules/@cellwake/store": { "resolved": "packages/store", "optionalDependencies": { "a": "1.0.0" } }, "node_modules/a": {} } }',
}

/** For each rule, the projects it must refuse. */
const planted: Record<keyof typeof rules, Files[]> = {
  'packages import only what the table allows': [
    { [src]: "import { run } from '@cellwake/scheduler'" },
    { [src]: "import type { Run } from '@cellwake/scheduler'" },
    { [src]: "export * from '@cellwake/engine/deep'" },
    { [src]: "const run = await import('@cellwake/scheduler')" },
    { [src]: "let run: import('@cellwake/scheduler').Run" },
    { [src]: "import { open } from 'cellwake'" },
    { [src]: "import { x } from '../../scheduler/src/run.ts'" },
    { [src]: "import { x } from '../test/support.ts'" },
    { 'packages/cli/src/main.ts': "import '@cellwake/sim'" },
    { [test]: "import { rig } from '@cellwake/sim'" },
    { 'bench/main.ts': "import { rig } from '../packages/sim/src/main.ts'" },
    { 'packages/store/package.json': '{ "dependencies": { "@cellwake/scheduler": "0.1.0" } }' },
    { 'packages/cellar/package.json': '{}' },
  ],
  'no file imports itself in a circle': [
    {
      'packages/a/src/x.ts': "import './y.ts'",
      'packages/a/src/y.ts': "import type { X } from './x.ts'",
    },
    {
      'scripts/x.ts': "import './y.ts'",
      'scripts/y.ts': "import './z.ts'",
      'scripts/z.ts': "import './x.ts'",
    },
    {
      'packages/store/package.json': '{ "exports": { "./testing": "./src/testing/index.ts" } }',
      'packages/store/src/testing/index.ts': "export * from '../x.ts'",
      'packages/store/src/x.ts': "import '@cellwake/store/testing'",
    },
  ],
  'index.ts holds exports only': [
    { 'packages/store/src/index.ts': 'export const one = 1' },
    { 'packages/store/src/index.ts': "import { a } from './a.ts'\nexport { a }" },
    { 'packages/store/src/testing/index.ts': "export * from './a.ts'\nstart()" },
  ],
  'time, chance and the network are injected': [
    { [src]: 'const t = Date.now()' },
    { [src]: 'const now = Date.now' },
    { [src]: 'const t = new Date()' },
    { [src]: 'const t = performance.now()' },
    { [src]: 'setTimeout(work, 10)' },
    { [src]: 'const { timer = setInterval } = options' },
    { [src]: 'globalThis.setImmediate(work)' },
    { [src]: "import { setTimeout as sleep } from 'node:timers/promises'" },
    { [src]: 'const r = Math.random()' },
    { [src]: "import { randomUUID } from 'node:crypto'" },
    { [src]: 'const id = crypto.randomUUID()' },
    { [src]: "const r = await fetch('https://example.com')" },
    { [src]: 'const o = { fetch }' },
    { [src]: 'const t = Temporal.Now.instant()' },
  ],
  'only the door out opens sockets': [
    { [src]: "import { createConnection } from 'node:net'" },
    { [src]: "import { connect } from 'tls'" },
    { [src]: "export { request } from 'node:https'" },
    { [src]: "const dns = await import('node:dns/promises')" },
    { [src]: "const { get } = require('node:http')" },
    { [src]: "import { type Socket, connect } from 'node:net'" },
    { [src]: "import pg from 'pg'" },
    { 'packages/workers/src/tools/email.ts': "import { createTransport } from 'nodemailer'" },
    { 'packages/workers/src/providers/pg-select.ts': "import { Pool } from 'pg'" },
  ],
  'only the door out opens secrets': [
    { [src]: "import { openSecret } from '@cellwake/workers'" },
    { 'packages/workers/src/worker.ts': "import { openSecret as look } from './secret.ts'" },
  ],
  'only the sandbox runs code from text': [
    { [src]: "const f = new Function('return 1')" },
    { [src]: "const f = Function('return 1')" },
    { [src]: "eval('1')" },
    { [src]: "import { runInNewContext } from 'node:vm'" },
    { [src]: "import { getQuickJS } from 'quickjs-emscripten-core'" },
  ],
  'only a store driver holds SQL': [
    { [src]: "db.exec('SELECT a FROM t')" },
    { [src]: `db.exec(\`select ${hole} from ${hole}\`)` },
    { [src]: "db.exec('insert into t values (1)')" },
    { [src]: "db.exec('UPDATE t SET a = 1')" },
    { [src]: "db.exec('delete from t')" },
    { [src]: 'db.exec(`\n  CREATE UNIQUE INDEX i ON t (a)`)' },
    { [src]: "db.exec('PRAGMA journal_mode')" },
    { 'packages/store/src/memory/001.sql': 'CREATE TABLE t (a)' },
  ],
  'only packages/redis holds Redis keys': [{ [src]: `const key = \`{m:${hole}}:cells\`` }],
  'nothing is typed any': [{ [src]: 'let a: any' }, { [test]: 'const b = a as any[]' }],
  'no check is silenced in shipped code': [
    { [src]: '// @ts-ignore\nlet a' },
    { [src]: '/* @ts-expect-error */ let a' },
    { [src]: '// biome-ignore lint: no\nlet a' },
    { 'scripts/x.mjs': '// @ts-nocheck' },
  ],
  'nothing is left to do': [
    { [src]: 'let a // TODO later' },
    { [src]: 'const s = "// ok" /* FIXME */' },
    { [src]: '/**\n * XXX\n */' },
  ],
  'a comment of shipped code names its subject': [
    { [src]: '// What waits.\nexport const a = 1' },
    { [src]: 'export const a = 1\n/** Whoever waits. */' },
    { [src]: '/**\n * A word.\n * Those that wait.\n */' },
  ],
  'files of the durable packages say what they are': [{ [src]: 'export const a = 1 // late' }],
  'error classes live in errors.ts': [
    { [src]: 'class Lost extends Error {}' },
    { [src]: 'export const Lost = class extends StoreError {}' },
  ],
  'limits live in limits.ts': [
    { [src]: 'export const pageMax = 100' },
    { [src]: 'const LEASE_TIMEOUT_MS = 30 * 1_000' },
  ],
  'every test asserts something': [
    { [test]: "it('runs', () => { run() })" },
    {
      [test]:
        "it.each([1])('runs %s', async () => { await helper() })\nfunction helper() { run() }",
    },
    { [test]: "import { run } from './a.ts'" },
    { 'tests/x.test.ts': "test('says expect', () => { log('expect(1)') })" },
  ],
  'no test runs alone': [
    { [test]: "it.only('a', () => expect(1).toBe(1))" },
    { [test]: "describe.only('a', () => {})" },
    { [test]: "it.only.each([1])('a', () => expect(1).toBe(1))" },
  ],
  'only a test file with a process of its own replaces a module or makes it fail': [
    { [test]: "onFault(() => { throw new Error('dead') })\nit('a', () => expect(1).toBe(1))" },
    { [test]: "vi.mock('../src/limits.ts')\nit('a', () => expect(1).toBe(1))" },
    { 'packages/store/test/support.ts': "vi.doMock('../src/limits.ts', async () => ({}))" },
  ],
  'no test is skipped without a reason': [
    { [test]: "it.skip('a', () => expect(1).toBe(1))" },
    { [test]: "describe.skip('a', () => {})" },
    { [test]: "it.todo('a')" },
    { [test]: "it.skipIf(true)('a', () => expect(1).toBe(1))" },
    { [test]: "it('a', (t) => { t.skip(); expect(1).toBe(1) })" },
    { [test]: "it('a', ({ skip }) => { skip(''); expect(1).toBe(1) })" },
  ],
  'a test named in a comment exists': [
    { [src]: '// See test: gone', [test]: "it('here', () => expect(1).toBe(1))" },
    { [src]: '// See test: gone', [test]: "it.each(['here'])('%s', () => expect(1).toBe(1))" },
    { [src]: '// See test: here and more', [test]: "it('here', () => expect(1).toBe(1))" },
  ],
  'each guarantee links to its proof': [
    { 'GUARANTEES.md': '[G1](packages/store/test/01-gone.test.ts)' },
    { 'GUARANTEES.md': 'None.', 'packages/store/test/01-durable.test.ts': '' },
  ],
  'no file mentions the machine it was written on': [
    { 'README.md': `Look in ${machine('work')}` },
    { [src]: `const home = '${machine('root')}'` },
    { '.npmrc': `cache=${machine('farm')}` },
    { 'docs/a.md': `See ${['..', 'shared'].join('/')}` },
  ],
  'the map names places that exist': [
    { 'ARCHITECTURE.md': 'It is in `store/nowhere.ts`.' },
    { 'ARCHITECTURE.md': 'See `tests/nowhere/`.' },
  ],
  'a walk never goes back to a file it came from': [
    {
      'ARCHITECTURE.md':
        '## Two walks\n### Back\n1. `store/thing.ts`\n2. `store/a.ts`\n3. `store/thing.ts` again\n## End',
    },
  ],
  'each optimisation is listed, and each on the list is in the code': [
    { [src]: '// See performance: a thing that nobody listed\nexport const a = 1' },
    { 'docs/performance.md': '### a thing that is nowhere' },
  ],
  'the lockfile names no host': [
    { 'package-lock.json': '{ "resolved": "https://registry.example/pg.tgz" }' },
  ],
  'the lockfile knows every platform': [
    {
      'package-lock.json':
        '{ "packages": { "node_modules/a": { "optionalDependencies": { "a-mac": "1.0.0" } } } }',
    },
  ],
  'every dependency has an exact version': [
    { 'package.json': '{ "devDependencies": { "vitest": "^4.1.12" } }' },
    { 'packages/store/package.json': '{ "dependencies": { "pg": "latest" } }' },
    { 'packages/store/package.json': '{ "dependencies": { "@cellwake/cells": "*" } }' },
  ],
}

describe.each(Object.entries(planted))('%s', (claim, projects) => {
  const check: Rule = Object.entries(rules).find(([name]) => name === claim)![1]

  it.each(projects)('refuses %o', (files) => {
    expect(check(invented(files))).not.toEqual([])
  })

  it('has nothing to say about a clean project', () => {
    expect(check(invented(clean))).toEqual([])
  })
})
