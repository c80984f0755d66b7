// Goal: both editor grammars colour a model as the parser reads it.
// Method: for each part that the parser's tree names, the class at its offset is compared, over the
// corpus and every example of the language's page.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from '../../src/index.ts'
import { corpus, type Sample } from '../support/tree.ts'
import { classesOf } from './classes.ts'
import { editorClasses } from './editor-classes.ts'
import { textmateClasses } from './textmate-classes.ts'

const page = readFileSync(new URL('../../../../docs/language.md', import.meta.url), 'utf8')

const examples: Sample[] = [...page.matchAll(/```grid[^\n]*\n([\s\S]*?)```/g)]
  .map(([, source = ''], index) => ({ name: `example ${index + 1} of docs/language.md`, source }))
  .filter(({ source }) => parse(source).diagnostics.every(({ code }) => code !== 'syntax'))

const samples = [...corpus('valid'), ...examples]

/** Parts with another class than the parser's, as `line: text is …, not …`. */
function differences(source: string, classes: readonly (string | undefined)[]): string[] {
  return classesOf(parse(source).model)
    .filter(({ at, is }) => classes[at] !== is)
    .map(({ at, is }) => {
      const line = source.slice(0, at).split('\n').length
      return `${line}: ${source.slice(at, at + 12)} is ${is}, not ${classes[at]}`
    })
}

it('there is much to compare', () => {
  const parts = samples.flatMap(({ source }) => classesOf(parse(source).model))
  expect(parts.length).toBeGreaterThan(1_000)
  expect(new Set(parts.map(({ is }) => is)).size).toBe(9)
})

describe.each(samples)('$name', ({ source }) => {
  it("has the parser's classes in the editor", () => {
    expect(differences(source, editorClasses(source))).toEqual([])
  })

  it("has the parser's classes in TextMate", () => {
    expect(differences(source, textmateClasses(source))).toEqual([])
  })
})
