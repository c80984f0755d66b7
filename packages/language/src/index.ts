// The public face of the language.

export * from './time/index.ts'
