// The language in an editor: an incremental parser, highlighting and indentation.

export { parser as editorParser } from './grid-parser.ts'
export * from './highlighting.ts'
export * from './layout.ts'
