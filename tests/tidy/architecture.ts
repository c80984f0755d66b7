// The architecture as a table: allowed imports, and permissions of single files. The tidy test
// holds the code to it. A new room, or a new permission, is a line here. Paths are relative to the
// repository; one that ends with a slash is a folder.

/** Each package and the packages its `src` may import, from the pure to the doors. */
export const rooms: Record<string, readonly string[]> = {
  language: [],
  runtime: ['language'],
  store: [],
  scheduler: ['language', 'store'],
  engine: ['language', 'runtime', 'scheduler', 'store'],
  redis: ['language', 'runtime', 'engine', 'store'],
  workflows: ['scheduler', 'store'],
  workers: ['language', 'scheduler', 'store'],
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

/** Packages where each file opens with a header: its subject and its guarantees. */
export const opensWithComment = ['store', 'scheduler', 'engine', 'workflows']

/** Ambient sources of nondeterminism: time, chance and the network. */
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
  'packages/scheduler/src/time/clock-system.ts',
  'packages/client/src/environment.ts',
  // Only for the nonce of a cipher, which must be unpredictable.
  'packages/workers/src/seal.ts',
  // A process of its own, into which no clock can be injected.
  'packages/workflows/src/sandbox/program.ts',
  'packages/sim/',
  'packages/web/',
]

/** Modules that open sockets, by themselves or for a protocol. Their types alone open nothing. */
export const socketModules = [
  ...['net', 'tls', 'http', 'https', 'http2', 'dns', 'dns/promises', 'dgram'].flatMap((name) => [
    name,
    `node:${name}`,
  ]),
  'pg',
  'nodemailer',
  'ws',
  'undici',
  '@redis/client',
]

/**
 * Outside calls for a model go through one door, the egress. The others reach our own database, listen, or are
 * commands that speak to our own server.
 */
export const mayOpenSockets = [
  'packages/workers/src/egress.ts',
  'packages/workers/src/egress/',
  'packages/store/src/postgres/',
  'packages/redis/src/connection.ts',
  'packages/server/src/',
  'packages/cli/src/hosting/doctor.ts',
  'packages/cli/src/watch-model.ts',
  // It is a provider itself, for the demo.
  'packages/cli/src/demo/rates.ts',
  'packages/sim/',
]

/** Where a secret becomes a text: at the door out, and where it is sealed and unsealed. */
export const mayOpenSecrets = [
  'packages/workers/src/secret.ts',
  'packages/workers/src/egress.ts',
  'packages/workers/src/egress/',
  // Signing outgoing requests, and verifying incoming ones.
  'packages/workers/src/webhook-signature.ts',
  'packages/workers/src/seal.ts',
  'packages/workers/src/sealed-records.ts',
]

/** Modules that run code which was given as text. */
export const runsText = /^(node:)?vm$|^quickjs|^@jitl\/quickjs/

/** Only the sandbox runs the code of strangers. */
export const mayRunText = ['packages/workflows/src/sandbox/']

/** Only a driver speaks SQL. `workers` asks a user's own database, not ours. */
export const mayHoldSql = [
  'packages/store/src/sqlite/',
  'packages/store/src/postgres/',
  'packages/workers/src/',
]

/**
 * Test files that each get a process of their own; all others share one with the files before them. These replace
 * a module, which the next file would still see, measure the heap, which the last one has filled, or inject
 * faults into the whole process, also into leftovers of other files.
 */
export const runsAlone = [
  'packages/cli/test/outside-many.test.ts',
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
