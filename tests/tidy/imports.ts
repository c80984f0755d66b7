// Imports point one way: the edges are the table's, there is no cycle, and a facade only forwards.
import { posix } from 'node:path'
import ts from 'typescript'
import { proof, publishedNames, rooms } from './architecture.ts'
import { type Finding, isSrc, type Project, remembered, roomOf, walk } from './project.ts'

type Import = { specifier: string; position: number; onlyTypes: boolean }

/** Every import of a file: static, dynamic, of types, re-exports and `require`. */
export function importsOf(project: Project, path: string): Import[] {
  return importsIn(project.ast(path))
}

const importsIn = remembered((file: ts.SourceFile) => {
  const found: Import[] = []
  for (const node of walk(file)) {
    const specifier = specifierOf(node)
    if (specifier !== undefined && ts.isStringLiteralLike(specifier))
      found.push({
        specifier: specifier.text,
        position: node.getStart(),
        onlyTypes: isOfTypes(node),
      })
  }
  return found
})

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isExternalModuleReference(node)) return node.expression
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal
  if (!ts.isCallExpression(node)) return undefined
  const { expression } = node
  const isImport = expression.kind === ts.SyntaxKind.ImportKeyword
  const isRequire = ts.isIdentifier(expression) && expression.text === 'require'
  return isImport || isRequire ? node.arguments[0] : undefined
}

function isOfTypes(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return node.importClause?.isTypeOnly === true
  return ts.isExportDeclaration(node) ? node.isTypeOnly : ts.isImportTypeNode(node)
}

/** The package that an import enters, by name or by path. */
function roomEntered(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return roomOf(posix.join(posix.dirname(from), specifier))
  const [scope, name] = specifier.split('/')
  if (scope === '@cellwake') return name
  return scope === undefined ? undefined : publishedNames[scope]
}

export function importEdges(project: Project): Finding[] {
  return [...edgesInCode(project), ...edgesInManifests(project)]
}

function edgesInCode(project: Project): Finding[] {
  const findings: Finding[] = []
  for (const path of project.code) {
    const room = roomOf(path)
    for (const { specifier, position } of importsOf(project, path)) {
      const target = roomEntered(path, specifier)
      const say = (what: string) => findings.push(`${project.at(path, position)} ${what}`)
      if (target === proof && room !== proof) say(`imports ${proof}: nothing may`)
      if (!isSrc(path) || room === undefined || room === proof) continue
      if (specifier.startsWith('.') && !specifierStaysInSrc(path, specifier))
        say(`leaves its own src with ${specifier}: import another package by its name`)
      else if (target !== undefined && target !== room && !rooms[room]?.includes(target))
        say(`imports ${target}: ${room} may not`)
    }
  }
  return findings
}

function specifierStaysInSrc(from: string, specifier: string): boolean {
  return posix.join(posix.dirname(from), specifier).startsWith(`packages/${roomOf(from)}/src/`)
}

function edgesInManifests(project: Project): Finding[] {
  return project.paths.flatMap((path) => {
    const room = /^packages\/[^/]+\/package\.json$/.test(path) ? roomOf(path) : undefined
    if (room === undefined) return []
    const allowed = rooms[room]
    if (allowed === undefined) return [`${path} is a package that the table does not know`]
    return Object.keys(project.json(path).dependencies ?? {}).flatMap((name) => {
      const target = roomEntered(path, name)
      return target === undefined || allowed.includes(target)
        ? []
        : [`${path} depends on ${target}: ${room} may not`]
    })
  })
}

/** One finding per group of files that import each other. */
export function importCycles(project: Project): Finding[] {
  const graph = new Map<string, string[]>()
  for (const path of project.code)
    graph.set(
      path,
      importsOf(project, path).flatMap(({ specifier }) => resolve(project, path, specifier) ?? []),
    )
  return cycles(graph).map((files) => `${files[0]} imports itself: ${files.join(' → ')}`)
}

/** The file that an import of ours means; undefined for anything from node_modules. */
export function resolve(project: Project, from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    const path = posix.join(posix.dirname(from), specifier)
    return project.files.has(path) ? path : undefined
  }
  const room = roomEntered(from, specifier)
  if (room === undefined) return undefined
  const inside = specifier.split('/').slice(specifier.startsWith('@') ? 2 : 1)
  const exported = project.json(`packages/${room}/package.json`).exports
  const key = ['.', ...inside].join('/')
  return posix.join('packages', room, sourceOf(exported, key))
}

/** The source behind a door of a package. */
function sourceOf(exported: unknown, key: string): string {
  const door = fieldOf(exported, key)
  const source = typeof door === 'string' ? door : fieldOf(door, '@cellwake/source')
  return typeof source === 'string' ? source : 'src/index.ts'
}

function fieldOf(object: unknown, key: string): unknown {
  if (typeof object !== 'object' || object === null) return undefined
  return Object.entries(object).find(([name]) => name === key)?.[1]
}

/** The first cycle that a depth-first walk meets from each file, each group once. */
function cycles(graph: Map<string, string[]>): string[][] {
  const found: string[][] = []
  const state = new Map<string, 'open' | 'done'>()
  const trail: string[] = []
  const visit = (path: string) => {
    state.set(path, 'open')
    trail.push(path)
    for (const next of graph.get(path) ?? []) {
      if (state.get(next) === 'open') found.push([...trail.slice(trail.indexOf(next)), next])
      else if (!state.has(next)) visit(next)
    }
    trail.pop()
    state.set(path, 'done')
  }
  for (const path of graph.keys()) if (!state.has(path)) visit(path)
  return found
}

export function facadesOnlyForward(project: Project): Finding[] {
  return project.src
    .filter((path) => path.endsWith('/index.ts'))
    .flatMap((path) =>
      project
        .ast(path)
        .statements.filter((node) => !ts.isExportDeclaration(node) || !node.moduleSpecifier)
        .map((node) => `${project.at(path, node.getStart())} index.ts holds exports only`),
    )
}
