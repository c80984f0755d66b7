// Permissions by file: read the clock, roll dice, reach the network, open a secret, run code from text, speak SQL or
// Redis.
import ts from 'typescript'
import {
  ambient,
  mayBeAmbient,
  mayHoldRedisKeys,
  mayHoldSql,
  mayOpenSecrets,
  mayOpenSockets,
  mayRunText,
  runsText,
  socketModules,
} from './architecture.ts'
import { importsOf } from './imports.ts'
import { type Finding, isIn, isSrc, type Project, remembered, walk } from './project.ts'
import { literals } from './text.ts'

export function ambientCalls(project: Project): Finding[] {
  const findings: Finding[] = []
  for (const path of project.src.filter((path) => !isIn(path, mayBeAmbient))) {
    const say = (position: number, what: string) =>
      findings.push(`${project.at(path, position)} ${what}: take it as an argument`)
    for (const { specifier, position } of importsOf(project, path))
      if (ambient.modules.includes(specifier)) say(position, `imports ${specifier}`)
    if (!ambientWord.test(project.text(path))) continue
    const own = declaredNames(project.ast(path))
    for (const node of project.nodes(path)) {
      const name = ambientName(node, own)
      if (name !== undefined) say(node.getStart(), `uses ${name}`)
    }
  }
  return findings
}

const names = [...ambient.globals, ...ambient.members]

// Most files and most members are cleared by one word alone; the full check is slow.
const ambientWord = new RegExp(`\\b(Date|${names.map((name) => name.split('.')[0]).join('|')})\\b`)
const ambientEnds = new Set(names.map((name) => name.split('.').at(-1)))

function ambientName(node: ts.Node, own: ReadonlySet<string>): string | undefined {
  if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
    const isDate = ts.isIdentifier(node.expression) && node.expression.text === 'Date'
    if (!isDate) return undefined
    // Date() without `new` ignores its arguments and tells the time.
    return ts.isCallExpression(node) || !node.arguments?.length ? 'new Date()' : undefined
  }
  if (ts.isPropertyAccessExpression(node)) {
    if (!ambientEnds.has(node.name.text)) return undefined
    const member = node
      .getText()
      .replaceAll('?.', '.')
      .replace(/^(globalThis|global)\./, '')
    return names.find((name) => name === member)
  }
  if (!ts.isIdentifier(node) || !ambient.globals.includes(node.text)) return undefined
  if (ts.isImportSpecifier(node.parent)) return node.text
  return isReference(node) && !own.has(node.text) ? node.text : undefined
}

/** True for a name that stands for a value, not for a member or the name of a declaration. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  const declares =
    ts.isNamedTupleMember(parent) || (isNamed(parent) && (parent.name as ts.Node) === node)
  return !declares || ts.isShorthandPropertyAssignment(parent)
}

function isNamed(node: ts.Node): node is ts.Node & { name: ts.Node } {
  return 'name' in node && node.name !== undefined
}

/** Names that the file gives a meaning of its own, such as a parameter called `fetch`. */
const declaredNames = remembered((file: ts.SourceFile) => {
  const declared = new Set<string>()
  for (const node of walk(file)) {
    const declares =
      ts.isParameter(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node)
    if (declares && node.name !== undefined && ts.isIdentifier(node.name))
      declared.add(node.name.text)
  }
  return declared
})

export function openSockets(project: Project): Finding[] {
  return project.src
    .filter((path) => !isIn(path, mayOpenSockets))
    .flatMap((path) =>
      importsOf(project, path)
        .filter(({ specifier, onlyTypes }) => !onlyTypes && socketModules.includes(specifier))
        .map(
          ({ specifier, position }) =>
            `${project.at(path, position)} imports ${specifier}: only the door out opens sockets`,
        ),
    )
}

export function openedSecrets(project: Project): Finding[] {
  return project.src
    .filter((path) => !isIn(path, mayOpenSecrets) && project.text(path).includes('openSecret'))
    .flatMap((path) =>
      project
        .nodes(path)
        .filter((node) => ts.isIdentifier(node) && node.text === 'openSecret')
        .map((node) => `${project.at(path, node.getStart())} only the door out opens secrets`),
    )
}

export function codeFromText(project: Project): Finding[] {
  const findings: Finding[] = []
  for (const path of project.src.filter((path) => !isIn(path, mayRunText))) {
    const say = (position: number) =>
      findings.push(`${project.at(path, position)} only the sandbox runs code from text`)
    for (const { specifier, position } of importsOf(project, path))
      if (runsText.test(specifier)) say(position)
    if (!/\b(eval|Function)\b/.test(project.text(path))) continue
    for (const node of project.nodes(path)) {
      const calls = ts.isCallExpression(node) || ts.isNewExpression(node)
      if (!calls || !ts.isIdentifier(node.expression)) continue
      if (['eval', 'Function'].includes(node.expression.text)) say(node.getStart())
    }
  }
  return findings
}

export function sqlText(project: Project): Finding[] {
  const isElsewhere = (path: string) => isSrc(path) && !isIn(path, mayHoldSql)
  const files = project.paths.filter((path) => path.endsWith('.sql')).filter(isElsewhere)
  return [
    ...files.map((path) => `${path} only a store driver holds SQL`),
    ...project.src.filter(isElsewhere).flatMap((path) =>
      literals(project, path)
        .filter(({ text }) => looksLikeSql(text))
        .map(({ position }) => `${project.at(path, position)} only a store driver holds SQL`),
    ),
  ]
}

const statements = [
  'SELECT\\s[^;]+\\sFROM\\s',
  'SELECT\\s+[\\d?*]',
  'INSERT\\s+(OR\\s+\\w+\\s+)?INTO\\s',
  'UPDATE\\s+\\S+\\s+SET\\s',
  'DELETE\\s+FROM\\s',
  '(CREATE|DROP|ALTER)\\s+((OR\\s+REPLACE|TEMP|UNIQUE)\\s+)*(TABLE|INDEX|VIEW|FUNCTION|SCHEMA|DATABASE)\\s',
  'PRAGMA\\s+\\w',
].join('|')

// In capitals it is SQL anywhere in a string; in small letters only where a statement begins, since
// a message may well say "select one from the list" further on.
const capitals = new RegExp(`\\b(${statements})`)
const smallLetters = new RegExp(`^\\s*(${statements})`, 'i')

function looksLikeSql(text: string): boolean {
  return capitals.test(`${text} `) || (/^\s*[a-z]/.test(text) && smallLetters.test(`${text} `))
}

export function redisKeys(project: Project): Finding[] {
  return project.src
    .filter((path) => !isIn(path, mayHoldRedisKeys) && project.text(path).includes('{m:'))
    .flatMap((path) =>
      literals(project, path)
        .filter(({ text }) => text.includes('{m:'))
        .map(
          ({ position }) => `${project.at(path, position)} only packages/redis holds Redis keys`,
        ),
    )
}
