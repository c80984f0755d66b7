// The language in an editor: a parser for every keystroke, and what a theme and a keyboard need.

export { parser as editorParser } from './grid-parser.ts'
export * from './highlighting.ts'
export * from './layout.ts'
