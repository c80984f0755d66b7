// Checks on any source file that readers rely on.
import ts from 'typescript'
import { opensWithComment } from './architecture.ts'
import { type Finding, type Project, roomOf } from './project.ts'
import { comments } from './text.ts'

export function noAny(project: Project): Finding[] {
  return project.code.flatMap((path) =>
    project
      .nodes(path)
      .filter((node) => node.kind === ts.SyntaxKind.AnyKeyword)
      .map((node) => `${project.at(path, node.getStart())} any: say what it is, or unknown`),
  )
}

/** Tests may show that the compiler refuses something; shipped code must not silence it. */
export function noSuppressions(project: Project): Finding[] {
  const shipped = project.code.filter((path) =>
    /^(packages\/[^/]+\/src|bench|scripts)\//.test(path),
  )
  return inComments(
    project,
    shipped,
    /@ts-(ignore|expect-error|nocheck)|biome-ignore|eslint-disable/,
  )
}

export function nothingLeftOver(project: Project): Finding[] {
  return inComments(project, project.code, /\b(TODO|FIXME|XXX|HACK)\b/)
}

/** A reader must recognise at once what a comment is about. */
export function commentsNameTheirSubject(project: Project): Finding[] {
  const shipped = project.code.filter((path) => /^packages\/[^/]+\/src\//.test(path))
  return inComments(project, shipped, /^(\/\/|\/\*\*?| *\*) *(What|Who|Whoever|Whatever|Those)\b/m)
}

function inComments(project: Project, paths: readonly string[], pattern: RegExp): Finding[] {
  // Most files are cleared by their text alone; parsing out the comments is the slow part.
  const suspects = paths.filter((path) => pattern.test(project.text(path)))
  return suspects.flatMap((path) =>
    comments(project, path).flatMap(({ text, position }) => {
      const match = pattern.exec(text)
      return match === null ? [] : [`${project.at(path, position + match.index)} ${match[0]}`]
    }),
  )
}

export function openingComments(project: Project): Finding[] {
  return project.src
    .filter((path) => opensWithComment.includes(roomOf(path) ?? ''))
    .filter((path) => !/^(\/\/|\/\*)/.test(project.text(path).trimStart()))
    .map((path) => `${path}:1 opens with what it is and what it guarantees, as a comment`)
}

/** An error class belongs to its package's catalogue. */
export function errorsInCatalogue(project: Project): Finding[] {
  return project.src
    .filter((path) => !path.endsWith('/errors.ts'))
    .flatMap((path) =>
      project
        .nodes(path)
        .filter((node) => ts.isClassLike(node) && (node.heritageClauses ?? []).some(extendsError))
        .map((node) => `${project.at(path, node.getStart())} errors live in errors.ts`),
    )
}

function extendsError(clause: ts.HeritageClause): boolean {
  return (
    clause.token === ts.SyntaxKind.ExtendsKeyword &&
    clause.types.some((type) => type.expression.getText().endsWith('Error'))
  )
}

/** A named number that bounds something belongs to its package's limits. */
export function limitsInOnePlace(project: Project): Finding[] {
  return project.src
    .filter((path) => !path.endsWith('/limits.ts'))
    .flatMap((path) =>
      project
        .ast(path)
        .statements.filter(ts.isVariableStatement)
        .flatMap((statement) => [...statement.declarationList.declarations])
        .filter((node) => ts.isIdentifier(node.name) && isLimitName(node.name.text))
        .filter((node) => node.initializer !== undefined && isNumber(node.initializer))
        .map((node) => `${project.at(path, node.getStart())} limits live in limits.ts`),
    )
}

function isLimitName(name: string): boolean {
  return /(^|[a-z_])(max|Max|MAX|limit|Limit|LIMIT|timeout|Timeout|TIMEOUT|budget|Budget|BUDGET)/.test(
    name,
  )
}

function isNumber(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node)) return isNumber(node.left) && isNumber(node.right)
  return ts.isNumericLiteral(node)
}
