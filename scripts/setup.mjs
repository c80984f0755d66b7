// Makes a clone ready to run: the right Node, the packages of the lockfile, a SQLite that loads.
// Every `npm` script calls it first. It costs a few milliseconds when there is nothing to do.
// Dependency-free, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withLock } from './lock.mjs'
import { root } from './run.mjs'

const stampFile = join(root, 'node_modules', '.cellwake-setup')

/** Installs missing packages; ends the process with a plain message if that cannot work. */
export async function setup() {
  checkNode()
  if (isReady()) return
  await withLock(root, async () => {
    // Another start may have done the work while this one waited.
    if (isReady()) return
    if (!(installedMatchesLock() && sqliteProblem() === undefined)) await install()
    const problem = sqliteProblem()
    if (problem !== undefined) fail(sqliteAdvice(problem))
    writeFileSync(stampFile, `${wanted()}\n`)
  })
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(
    `Cellwake needs Node 20.19 or newer; this is ${process.versions.node} (${process.execPath}).`,
    'Install a current Node from https://nodejs.org or with your version manager, then try again.',
  )
}

function isReady() {
  try {
    return readFileSync(stampFile, 'utf8').trim() === wanted()
  } catch {
    return false
  }
}

/** A hash of the inputs of node_modules. The ABI is one of them: SQLite is compiled for one. */
function wanted() {
  const hash = createHash('sha256')
  hash.update([process.platform, process.arch, process.versions.modules].join())
  for (const file of [
    'package-lock.json',
    ...manifests().map((folder) => join(folder, 'package.json')),
  ])
    hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** The workspace's folders with a package.json, as the lockfile names them. */
function manifests() {
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
  return ['', ...packages.filter((folder) => existsSync(join(root, folder, 'package.json')))].sort()
}

/**
 * True if `npm install` was already run by hand: npm's own record of installed packages agrees with
 * the lockfile, and the lockfile the same as each package.json.
 */
function installedMatchesLock() {
  try {
    const lock = readJson('package-lock.json').packages
    const installed = readJson('node_modules/.package-lock.json').packages
    for (const folder of manifests()) {
      const manifest = readJson(join(folder, 'package.json'))
      for (const kind of ['dependencies', 'devDependencies'])
        if (text(manifest[kind]) !== text(lock[folder]?.[kind])) return false
    }
    return Object.entries(lock).every(
      ([path, entry]) =>
        !path.startsWith('node_modules/') ||
        entry.link ||
        (installed[path] === undefined
          ? entry.optional === true || entry.devOptional === true
          : installed[path].version === entry.version),
    )
  } catch {
    return false
  }
}

function text(dependencies = {}) {
  return JSON.stringify(Object.entries(dependencies).sort())
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

async function install() {
  say('Installing packages, the first time takes about two minutes: SQLite may need to compile…')
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const progress = setInterval(() => say(`  still installing, ${seconds()} s so far…`), 20_000)
  const { code, output } = await npmCi()
  clearInterval(progress)
  if (code === 0) return say(`Packages installed in ${seconds()} s.`)
  if (code === undefined)
    fail('npm was not found. It comes with Node: reinstall Node, or install npm, then try again.')
  fail(shortened(output), '', '`npm ci` failed.', ...installAdvice(output))
}

function installAdvice(output) {
  if (/better-sqlite3|gyp/.test(output)) return sqliteAdvice()
  if (/EUSAGE/.test(output))
    return [
      'package.json and package-lock.json disagree. After changing a dependency, run:',
      '  npm install && node scripts/complete-lockfile.mjs',
    ]
  return ['Is the network reachable?']
}

/** The reason stands first in npm's own errors, and last in a compiler's. */
function shortened(output) {
  const lines = output.trim().split('\n')
  return lines.length <= 40 ? lines : [...lines.slice(0, 15), '…', ...lines.slice(-25)]
}

/** Quiet unless it fails: npm's own output is long and says little to a newcomer. */
function npmCi() {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  // Under `npm start` npm says where it lives, so a machine with two of them uses the same one.
  const cli = process.env.npm_execpath
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []]
  const shell = process.platform === 'win32' && command === 'npm'
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      env: { ...headersHere(), ...process.env },
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const stop = () => child.kill()
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', () => resolve({ code: undefined, output }))
    child.on('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
      resolve({ code: code ?? 1, output })
    })
  })
}

/**
 * Where SQLite must be compiled, node-gyp downloads the headers of this Node, unless it is told where they are. Most
 * installations of Node have them beside the program.
 */
function headersHere() {
  const nodedir = dirname(dirname(realpathSync(process.execPath)))
  try {
    const header = readFileSync(join(nodedir, 'include', 'node', 'node_version.h'), 'utf8')
    const numbers = ['MAJOR', 'MINOR', 'PATCH'].map(
      (part) => new RegExp(`define NODE_${part}_VERSION (\\d+)`).exec(header)?.[1],
    )
    return numbers.join('.') === process.versions.node ? { npm_config_nodedir: nodedir } : {}
  } catch {
    return {} // there are none
  }
}

/** Opens a database in another process, so that a broken binary cannot stay loaded in this one. */
function sqliteProblem() {
  const probe = "new (require('better-sqlite3'))(':memory:').close()"
  const result = spawnSync(process.execPath, ['-e', probe], { cwd: root, encoding: 'utf8' })
  return result.status === 0 ? undefined : result.stderr.trim() || 'it did not load'
}

function sqliteAdvice(problem) {
  const missing = ['python3', 'make', 'g++'].filter((tool) => !onPath(tool))
  const how =
    process.platform === 'darwin'
      ? 'On a Mac: xcode-select --install'
      : 'On Debian or Ubuntu: apt-get install python3 make g++'
  return [
    ...(problem === undefined ? [] : [problem, '']),
    'SQLite (better-sqlite3) is not usable. It needs one of two things:',
    '- the network, to fetch the binary prebuilt for this machine; or',
    '- a compiler, to build it here: python3, make and g++.',
    missing.length > 0
      ? `Missing here: ${missing.join(', ')}. ${how}`
      : 'A compiler is here, so the lines above say what went wrong while building.',
    'Then try again.',
  ]
}

function onPath(tool) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, tool), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

// On stderr, so that `npm run bench -- --json` stays one object on stdout.
function say(line) {
  process.stderr.write(`${line}\n`)
}

function fail(...lines) {
  for (const line of lines.flat()) say(line)
  process.exit(1)
}

// `node scripts/setup.mjs` on its own only sets up.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await setup()
