// The repository as the rules see it: paths and texts, parsed when asked. Rules take one of these
// and not the disk, so that each can be shown a small invented project that breaks it.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A violation of a rule: `path:line message`. */
export type Finding = string

export type Rule = (project: Project) => Finding[]

export class Project {
  readonly files: ReadonlyMap<string, string>
  readonly paths: readonly string[]
  /** Every file with code, ours and the scripts'. */
  readonly code: readonly string[]
  /** The shipped code, in the packages' src folders. */
  readonly src: readonly string[]
  // Twenty rules ask for the same nodes; walking the tree for each would take most of the time.
  readonly #parsed = new Map<string, { ast: ts.SourceFile; nodes: readonly ts.Node[] }>()

  constructor(files: ReadonlyMap<string, string>) {
    this.files = files
    this.paths = [...files.keys()]
    this.code = this.paths.filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    this.src = this.code.filter(isSrc)
  }

  text(path: string): string {
    return this.files.get(path) ?? ''
  }

  json(path: string): Record<string, unknown> {
    return JSON.parse(this.text(path) || '{}')
  }

  ast(path: string): ts.SourceFile {
    return this.#parse(path).ast
  }

  /** Every node of a file, parents first. */
  nodes(path: string): readonly ts.Node[] {
    return this.#parse(path).nodes
  }

  #parse(path: string) {
    let parsed = this.#parsed.get(path)
    if (parsed === undefined) {
      const ast = ts.createSourceFile(path, this.text(path), ts.ScriptTarget.Latest, true)
      parsed = { ast, nodes: walk(ast) }
      this.#parsed.set(path, parsed)
    }
    return parsed
  }

  at(path: string, position: number): string {
    return `${path}:${this.ast(path).getLineAndCharacterOfPosition(position).line + 1}`
  }
}

/** Everything that git tracks or would track; binary files are left out. */
export function readProject(root: string): Project {
  const files = new Map<string, string>()
  for (const path of tracked(root)) {
    try {
      const text = readFileSync(join(root, path), 'utf8')
      if (!text.includes('\0')) files.set(path, text)
    } catch {
      // a folder, or tracked but deleted in the work tree
    }
  }
  return new Project(files)
}

function tracked(root: string): string[] {
  const args = ['ls-files', '-co', '--exclude-standard', '-z']
  const git = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (git.status === 0) return git.stdout.split('\0').filter((path) => path !== '')
  // A copy without git: everything but build output.
  const made = /(^|\/)(node_modules|dist|coverage|bench-data|\.git|\.cellwake)(\/|$)/
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => !made.test(path))
}

export function invented(files: Record<string, string>): Project {
  return new Project(new Map(Object.entries(files)))
}

/** Memoizes a function of a file or a node: many rules ask the same of it. */
export function remembered<Key extends object, Found>(find: (key: Key) => Found) {
  const known = new WeakMap<Key, Found>()
  return (key: Key): Found => {
    const found = known.get(key) ?? find(key)
    known.set(key, found)
    return found
  }
}

/** A node and everything below it, parents first. */
export function walk(root: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node) => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(root)
  return nodes
}

export function isSrc(path: string): boolean {
  return /^packages\/[^/]+\/src\//.test(path)
}

/** The package a path belongs to, if any. */
export function roomOf(path: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(path)?.[1]
}

/** True if the path is one of these files or in one of these folders. */
export function isIn(path: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place))
}
