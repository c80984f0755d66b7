// Comments and string literals, told apart by the parser: a rule about comments must not stumble
// over a string that looks like one, such as the examples in the tests of these rules.
import ts from 'typescript'
import type { Project } from './project.ts'

export type Piece = { text: string; position: number }

/** The string literals of a file; the holes of a template read as `?`. */
export function literals(project: Project, path: string): Piece[] {
  const found: Piece[] = []
  for (const node of project.nodes(path)) {
    if (ts.isStringLiteralLike(node)) found.push({ text: node.text, position: node.getStart() })
    else if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map((span) => `?${span.literal.text}`)
      found.push({ text: node.head.text + spans.join(''), position: node.getStart() })
    }
  }
  return found
}

/** The comments of a file, in order. */
export function comments(project: Project, path: string): Piece[] {
  const pattern = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  const text = withoutLiterals(project, path)
  return [...text.matchAll(pattern)].map((match) => ({ text: match[0], position: match.index }))
}

/** The text with every literal blanked out, so that positions stay the same. */
function withoutLiterals(project: Project, path: string): string {
  const text = project.text(path)
  let result = ''
  let from = 0
  for (const node of project.nodes(path)) {
    if (!ts.isLiteralExpression(node) && !ts.isTemplateMiddleOrTemplateTail(node)) {
      if (!ts.isTemplateHead(node) && !ts.isJsxText(node)) continue
    }
    result += text.slice(from, node.getStart()) + ' '.repeat(node.end - node.getStart())
    from = node.end
  }
  return result + text.slice(from)
}
