// How an editor folds and indents: plain data by the names of nodes, so that no editor is tied in.

/** A node that folds: the text between its first and its last part. */
export const folds: Readonly<Record<string, FoldKind>> = {
  WhenRule: 'lines',
  EveryRule: 'lines',
  AtRule: 'lines',
  Do: 'lines',
  Case: 'lines',
  ArrayLiteral: 'inside',
  ObjectLiteral: 'inside',
  Call: 'inside',
  BlockComment: 'inside',
}

/** `lines`: from the end of its first line to its last word. `inside`: between its delimiters. */
export type FoldKind = 'lines' | 'inside'

/** Nodes whose inner lines are indented one step deeper, and the words or marks that end the indentation. */
export const indents: Readonly<Record<string, RegExp>> = {
  WhenRule: /^\s*END\b/i,
  EveryRule: /^\s*END\b/i,
  AtRule: /^\s*END\b/i,
  Do: /^\s*END\b/i,
  Case: /^\s*END\b/i,
  ArrayLiteral: /^\s*\]/,
  ObjectLiteral: /^\s*\}/,
  Paren: /^\s*\)/,
  Call: /^\s*\)/,
  Match: /^\s*\)/,
  Let: /^\s*\)/,
  Lambda: /^\s*\)/,
  Publish: /^\s*\)/,
}

/** Nodes that go on, one step deeper, in lines that start with an operator of theirs. */
export const continued: readonly string[] = ['Assignment', 'Pipe', 'Choice', 'With', 'Binary']

/** Typing this at the end of a line may change how the line is indented. */
export const indentOnInput = /^\s*(END|\]|\}|\))$/i

/** How comments are written. */
export const commentMarks = { line: '# ', block: { open: '/*', close: '*/' } } as const

/** Brackets that an editor closes by itself. */
export const closedBrackets: readonly string[] = ['(', '[', '{', '"', '`']
