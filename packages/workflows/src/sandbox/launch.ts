// How a child is started: a Node of its own with an empty environment, a small heap, and Node's permission model, under
// which it can read its program and nothing else, write nothing, and start neither a process nor a thread. Its working
// folder is empty, and gone as soon as it runs. It has no open file but its pipes; its standard error is kept for the
// message of a failed start. Where Linux allows it, the kernel kills it when its host dies.

import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { CHILD_HEAP_MB, CHILD_STACK_KB } from './limits.ts'

export type ChildOnPipes = ChildProcessByStdio<Writable, Readable, Readable>

/** Starts a child. `tidy` is called when it runs, and when it has ended. */
export type Launch = () => Promise<{ readonly child: ChildOnPipes; tidy(): void }>

interface Program {
  readonly path: string
  /** The read allow-list: files, and folders with a separator at the end. */
  readonly reads: readonly string[]
}

const { resolve } = createRequire(import.meta.url)
const wasm = resolve('@jitl/quickjs-wasmfile-release-sync/wasm')

/** From source in a clone of the project, as one file that is bundled for it; from the build in a published package. */
const isSource = import.meta.url.endsWith('.ts')
let known: Promise<Program> | undefined

async function programOf(): Promise<Program> {
  if (isSource) {
    const from = new URL('./from-source.mjs', import.meta.url).href
    const { bundled } = (await import(from)) as { bundled(): string }
    const path = bundled()
    return { path, reads: [path, wasm] }
  }
  const path = fileURLToPath(new URL('./program.js', import.meta.url))
  const core = 'quickjs-emscripten-core'
  const folders = [
    dirname(dirname(path)),
    folderOf(core, resolve(core)),
    folderOf('@jitl/quickjs-wasmfile-release-sync', wasm),
    // A dependency of the core, which other package managers than npm show to the core alone.
    folderOf(
      '@jitl/quickjs-ffi-types',
      createRequire(resolve(core)).resolve('@jitl/quickjs-ffi-types'),
    ),
  ]
  return { path, reads: folders.map((folder) => folder + sep) }
}

/** The folder of a package that a file of it is in: its package.json need not be among its exports. */
function folderOf(name: string, file: string): string {
  const inModules = join('node_modules', name)
  return file.slice(0, file.lastIndexOf(inModules) + inModules.length)
}

/** Newer versions of Node have it under a shorter name. */
const permission = ['--permission', '--experimental-permission'].find((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
)

/** Node's flags for a child: it may read these files and folders and nothing else. */
export function nodeFlags(reads: readonly string[]): string[] {
  const flags = [
    `--max-old-space-size=${CHILD_HEAP_MB}`,
    `--stack-size=${CHILD_STACK_KB}`,
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--no-addons',
    '--no-warnings',
  ]
  if (permission === undefined) return flags
  return [...flags, permission, ...reads.map((file) => `--allow-fs-read=${file}`)]
}

const SETPRIV = '/usr/bin/setpriv'
const SETPRIV_FLAGS = ['--pdeathsig', 'KILL', '--no-new-privs']
let isTied: boolean | undefined

/**
 * The command that ties a child to its host, if the system has it. Without it a child that is busy in one long step of
 * its interpreter would notice the end of its host only afterwards.
 */
function tied(command: string): string[] {
  isTied ??=
    spawnSync(SETPRIV, [...SETPRIV_FLAGS, process.execPath, '--version'], { env: {} }).status === 0
  return isTied ? [SETPRIV, ...SETPRIV_FLAGS, command] : [command]
}

export const launch: Launch = async () => {
  known ??= programOf()
  const { path, reads } = await known
  const folder = mkdtempSync(join(tmpdir(), 'cellwake-sandbox-'))
  const [command, ...args] = [...tied(process.execPath), ...nodeFlags(reads), path, wasm]
  const child = spawn(command!, args, {
    cwd: folder,
    // The environment of the host is not passed on: its secrets, an inspector's port, a loader.
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  return { child, tidy: () => removed(folder) }
}

function removed(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // A system that keeps the folder of a running process does no harm: it is empty.
  }
}
