// The architecture as a table: who may import whom, and which file may do what the others may not.
// The tidy test holds the code to it. A new room, or a new permission, is a line here.
// Paths are relative to the repository; one that ends with a slash is a folder.

/** Each package and the packages its `src` may import, from the pure to the doors. */
export const rooms: Record<string, readonly string[]> = {
  language: [],
  runtime: ['language'],
  store: [],
  scheduler: ['language', 'store'],
  engine: ['language', 'runtime', 'scheduler', 'store'],
  redis: ['language', 'runtime', 'engine', 'store'],
  workflows: ['scheduler', 'store'],
  workers: ['store', 'language'],
  client: [],
  server: ['client', 'engine', 'redis', 'workflows', 'workers', 'store'],
  cli: [
    'language',
    'runtime',
    'store',
    'scheduler',
    'engine',
    'redis',
    'workflows',
    'workers',
    'client',
    'server',
    'web',
  ],
  web: ['client', 'language'],
  sim: [
    'language',
    'runtime',
    'store',
    'scheduler',
    'engine',
    'redis',
    'workflows',
    'workers',
    'client',
    'server',
    'cli',
    'web',
  ],
}

/** The proof. Nothing that is shipped or measured may depend on it. */
export const proof = 'sim'

/** The npm name of a package that is not `@cellwake/<folder>`. */
export const publishedNames: Record<string, string> = { cellwake: 'cli' }

/** Packages where each file opens with what it is and what it guarantees. */
export const opensWithComment = ['store', 'scheduler', 'engine', 'workflows']

/** What makes a run depend on when, where or how luckily it ran: time, chance and the network. */
export const ambient = {
  /** Global functions, called or passed on. */
  globals: ['setTimeout', 'setInterval', 'setImmediate', 'fetch', 'randomUUID', 'randomBytes'],
  /** Members of well-known objects. */
  members: [
    'Date.now',
    'performance.now',
    'Math.random',
    'crypto.randomUUID',
    'crypto.getRandomValues',
    'crypto.randomBytes',
    'process.hrtime',
    'Temporal.Now',
  ],
  /** Modules that hand out the same under another name. */
  modules: ['timers', 'timers/promises', 'node:timers', 'node:timers/promises'],
}

/** The few files that inject time, chance and the network into the rest. */
export const mayBeAmbient = [
  'packages/store/src/system.ts',
  'packages/scheduler/src/clock-system.ts',
  'packages/client/src/environment.ts',
  'packages/sim/',
  'packages/web/',
]

/** Only a driver speaks SQL. `workers` asks a user's own database, not ours. */
export const mayHoldSql = [
  'packages/store/src/sqlite/',
  'packages/store/src/postgres/',
  'packages/workers/src/',
]

/**
 * Test files that each get a process of their own; all others share one with the files before them. These
 * replace a module, which the next file would still see, measure the heap, which the last one has filled, or make
 * everything in the process fail, also what the last one has left.
 */
export const runsAlone = [
  'packages/engine/test/bombs.test.ts',
  'packages/scheduler/test/cells/planted.test.ts',
  'packages/scheduler/test/cells/properties-tight.test.ts',
  'packages/sim/test/05-occurrence-once.test.ts',
  'packages/sim/test/crash-planted.test.ts',
  'packages/sim/test/crash.test.ts',
  'packages/store/test/02-all-or-nothing.test.ts',
  'packages/store/test/sqlite.test.ts',
]

/** Every Redis key carries a model's hash tag, so it is recognised by it. */
export const mayHoldRedisKeys = ['packages/redis/src/']
