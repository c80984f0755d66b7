// Tests must be able to fail, and must not be quietly left out.
import ts from 'typescript'
import { runsAlone } from './architecture.ts'
import { importsOf, resolve } from './imports.ts'
import { type Finding, isIn, isSrc, type Project, remembered, walk } from './project.ts'
import { comments } from './text.ts'

type TestCall = {
  kind: string
  /** `only`, `skip`, `skipIf`, `each` and the like, in the order they are written. */
  modifiers: string[]
  /** The arguments of `skipIf`, `runIf` or `each`. */
  conditions: ts.Expression[]
  title: ts.Expression | undefined
  call: ts.CallExpression
}

/** Test files, and their shared support: `test` folders, `tests/`, and a package's `src/testing/`. */
function testCode(project: Project): string[] {
  return project.code.filter(
    (path) =>
      /^(packages\/[^/]+\/(test|src\/testing)|tests)\//.test(path) || path.endsWith('.test.ts'),
  )
}

function testFiles(project: Project): string[] {
  return project.code.filter((path) => path.endsWith('.test.ts'))
}

/** The calls that define a test or a group of tests. */
const testCalls = remembered((root: ts.Node) =>
  walk(root).flatMap((node) => (ts.isCallExpression(node) ? (testCall(node) ?? []) : [])),
)

function testCall(call: ts.CallExpression): TestCall | undefined {
  // In `it.each(table)(title, …)` the inner call is only a part of the outer one.
  if (ts.isCallExpression(call.parent) && call.parent.expression === call) return undefined
  const modifiers: string[] = []
  const conditions: ts.Expression[] = []
  let callee: ts.Expression = call.expression
  while (!ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee)) modifiers.unshift(callee.name.text)
    else if (ts.isCallExpression(callee)) conditions.push(...callee.arguments)
    else if (!ts.isTaggedTemplateExpression(callee)) return undefined
    callee = ts.isTaggedTemplateExpression(callee) ? callee.tag : callee.expression
  }
  const kind = callee.text
  if (!['it', 'test', 'describe', 'suite'].includes(kind)) return undefined
  return { kind, modifiers, conditions, title: call.arguments[0], call }
}

function isTest({ kind }: TestCall): boolean {
  return kind === 'it' || kind === 'test'
}

/**
 * A simple heuristic: somewhere in the test, or in a helper that it calls by name, there is a call
 * of `expect…` or `assert…`. It cannot judge the claim.
 */
export function everyTestAsserts(project: Project): Finding[] {
  const findings: Finding[] = []
  for (const path of testCode(project)) {
    const helpers = helpersOf(project, path)
    const tests = testCalls(project.ast(path)).filter(isTest)
    for (const { call, modifiers } of tests)
      if (!modifiers.includes('todo') && !call.arguments.some((part) => asserts(part, helpers)))
        findings.push(`${project.at(path, call.getStart())} a test that asserts nothing`)
    const callsSuite = [...calledNames(project.ast(path))].some((name) => helpers.get(name)?.tests)
    if (path.endsWith('.test.ts') && tests.length === 0 && !callsSuite)
      findings.push(`${path}:1 a test file without a test`)
  }
  return findings
}

type Helper = { asserts: boolean; tests: boolean }

/** The functions of a file and of the test code it imports, by name. */
function helpersOf(project: Project, path: string): Map<string, Helper> {
  const bodies = new Map<string, ts.Node[]>()
  for (const file of reachable(project, path))
    for (const { name, node } of functionsIn(project.ast(file)))
      bodies.set(name, [...(bodies.get(name) ?? []), node])
  const helpers = new Map<string, Helper>()
  // A helper may call a helper: repeat until nothing new is learnt.
  for (let known = -1; known !== helpers.size; ) {
    known = helpers.size
    for (const [name, nodes] of bodies)
      if (!helpers.has(name) && nodes.some((node) => asserts(node, helpers)))
        helpers.set(name, {
          asserts: true,
          tests: nodes.some((node) => testCalls(node).length > 0),
        })
  }
  return helpers
}

function reachable(project: Project, path: string): Set<string> {
  const seen = new Set([path])
  for (const file of seen)
    for (const { specifier } of importsOf(project, file)) {
      const target = resolve(project, file, specifier)
      if (target !== undefined && (!isSrc(target) || target.includes('/src/testing/')))
        seen.add(target)
    }
  return seen
}

const functionsIn = remembered((file: ts.SourceFile) =>
  walk(file).flatMap((node) => {
    const name = functionName(node)
    return name === undefined ? [] : [{ name, node }]
  }),
)

function functionName(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node)) return node.name?.text
  if (ts.isMethodDeclaration(node) && ts.isIdentifier(node.name)) return node.name.text
  const holds = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)
  if (!holds || !ts.isIdentifier(node.name) || node.initializer === undefined) return undefined
  const { initializer } = node
  return ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)
    ? node.name.text
    : undefined
}

function asserts(node: ts.Node, helpers: Map<string, Helper>): boolean {
  // A helper may be handed over by name instead of called: it('claim', checkThis).
  if (ts.isIdentifier(node) && helpers.get(node.text)?.asserts) return true
  for (const name of calledNames(node))
    if (/^(expect|assert)/.test(name) || helpers.get(name)?.asserts) return true
  return false
}

/** `check(…)`, `tool.check(…)`: both `check`; of `assert.equal(…)` both names. */
const calledNames = remembered((root: ts.Node) => {
  const names = new Set<string>()
  for (const node of walk(root)) {
    if (!ts.isCallExpression(node)) continue
    const { expression } = node
    if (ts.isIdentifier(expression)) names.add(expression.text)
    if (!ts.isPropertyAccessExpression(expression)) continue
    names.add(expression.name.text)
    if (ts.isIdentifier(expression.expression)) names.add(expression.expression.text)
  }
  return names
})

export function noTestAlone(project: Project): Finding[] {
  return testCode(project).flatMap((path) =>
    testCalls(project.ast(path))
      .filter(({ modifiers }) => modifiers.includes('only'))
      .map(({ call }) => `${project.at(path, call.getStart())} .only leaves all other tests out`),
  )
}

const MOCK = /^[ \t]*vi\.(mock|doMock)\(/gm
const FAULTS = /(?<!["'])\b(onFault|crashEverywhere|crashFirings)\(/g

/**
 * Where modules are loaded already, a replacement comes too late, without notice. A fault is for the whole
 * process: it would hit resources of another file.
 */
export function intrudersRunAlone(project: Project): Finding[] {
  return testCode(project)
    .filter((path) => !isIn(path, runsAlone))
    .flatMap((path) => [
      ...matches(project, path, MOCK, 'replaces a module'),
      ...matches(project, path, FAULTS, 'makes the process fail'),
    ])
}

function matches(project: Project, path: string, what: RegExp, does: string): Finding[] {
  return [...project.text(path).matchAll(what)].map(
    ({ index }) => `${project.at(path, index)} ${does}: add the file to runsAlone`,
  )
}

/**
 * A skipped test says why: `skip(…)` in its body takes the reason, `.skip` and `.todo` carry it in
 * the title after "skipped:", and the condition of `skipIf` or `runIf` is the reason.
 */
export function skipsHaveReasons(project: Project): Finding[] {
  const findings: Finding[] = []
  for (const path of testCode(project)) {
    const say = (node: ts.Node, what: string) =>
      findings.push(`${project.at(path, node.getStart())} ${what}`)
    for (const { call, modifiers, conditions, title } of testCalls(project.ast(path))) {
      const left = modifiers.some((name) => name === 'skip' || name === 'todo')
      if (left && !/skipped: \S/.test(title?.getText() ?? ''))
        say(call, 'skipped without a reason: end the title with "skipped: why"')
      const conditional = modifiers.some((name) => name === 'skipIf' || name === 'runIf')
      if (conditional && conditions.some((node) => /^(true|false|\d+|!\d)$/.test(node.getText())))
        say(call, 'skipped on a constant condition, which is no reason')
    }
    for (const node of project.nodes(path))
      if (skipsSilently(node)) say(node, 'skip() without a reason')
  }
  return findings
}

/** `skip()` and `context.skip()`, without a text as the last argument. */
function skipsSilently(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || testCall(node) !== undefined) return false
  const { expression } = node
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression
  if (name.getText() !== 'skip') return false
  const reason = node.arguments.at(-1)
  return reason === undefined || /^(true|false|''|"")$/.test(reason.getText())
}

/** A hazard's comment names the test that guards it, and that test exists. */
export function namedTestsExist(project: Project): Finding[] {
  const titles = testCode(project).flatMap((path) => testCalls(project.ast(path)).flatMap(titlesOf))
  const naming = project.code.filter((path) => project.text(path).includes('See test: '))
  return naming.flatMap((path) =>
    comments(project, path).flatMap(({ text, position }) =>
      [...text.matchAll(/See test: ([^\n]+)/g)].flatMap((match) => {
        const name = (match[1] ?? '')
          .replace(/\*\/\s*$/, '')
          .trim()
          .replace(/^[`'"]|[`'".]+$/g, '')
        return titles.some((title) => title.test(name))
          ? []
          : [`${project.at(path, position + match.index)} no test is called "${name}"`]
      }),
    ),
  )
}

/** A test from a table may be named by a text of the table, or by its title with any value in it. */
function titlesOf({ title, conditions }: TestCall): RegExp[] {
  const table = conditions.flatMap((node) => walk(node)).filter(ts.isStringLiteralLike)
  const inTable = table.map((node) => new RegExp(`^${escaped(node.text)}$`))
  return [titlePattern(title) ?? [], inTable].flat()
}

/** Holes in a template, and the placeholders of `each`, stand for anything. */
function titlePattern(title: ts.Expression | undefined): RegExp | undefined {
  if (title === undefined) return undefined
  const parts = ts.isStringLiteralLike(title)
    ? [title.text]
    : ts.isTemplateExpression(title)
      ? [title.head.text, ...title.templateSpans.map((span) => span.literal.text)]
      : []
  const pattern = parts
    .map(escaped)
    .join('.*')
    .replace(/%[sdifjoO#]|\\\$[\w.]+/g, '.*')
  // A title such as '%s' would match every name there is.
  return /[a-z]/i.test(pattern) ? new RegExp(`^${pattern}$`) : undefined
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** GUARANTEES.md and the numbered test files name each other. */
export function guaranteesAreProved(project: Project): Finding[] {
  const page = 'GUARANTEES.md'
  if (!project.files.has(page)) return []
  const links = [...project.text(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map((match) => (match[1] ?? '').replace(/^\.\//, ''))
    .filter((link) => link.endsWith('.test.ts'))
  const dead = links.filter((link) => !project.files.has(link))
  const unlinked = testFiles(project).filter(
    (path) => /(^|\/)\d\d-[^/]+\.test\.ts$/.test(path) && !links.includes(path),
  )
  return [
    ...dead.map((link) => `${page} links to ${link}, which does not exist`),
    ...unlinked.map((path) => `${path} is not linked from ${page}`),
  ]
}
