// Goal: the extension for Visual Studio Code holds together, and indents models as they are written.
// Method: every file that it names is there, and its rules are tried on the corpus.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commentMarks } from '../../src/editor/index.ts'
import { corpus } from '../support/tree.ts'

const editors = new URL('../../../../editors/', import.meta.url)

function json(path: string) {
  return JSON.parse(readFileSync(new URL(path, editors), 'utf8'))
}

const { contributes } = json('vscode/package.json')
const configuration = json('vscode/language-configuration.json')

function pattern(rule: { pattern: string; flags: string }): RegExp {
  return new RegExp(rule.pattern, rule.flags)
}

const increase = pattern(configuration.indentationRules.increaseIndentPattern)
const decrease = pattern(configuration.indentationRules.decreaseIndentPattern)

describe('the extension', () => {
  it('names files that are beside it when it is installed', () => {
    const named = [
      ...contributes.languages.map((language: { configuration: string }) => language.configuration),
      ...contributes.grammars.map((grammar: { path: string }) => grammar.path),
    ]
    expect(named).toHaveLength(2)
    for (const path of named)
      expect([`vscode/${path}`, path].some((file) => existsSync(new URL(file, editors)))).toBe(true)
  })

  it('has the scope of the grammar', () => {
    expect(json('grid.tmLanguage.json').scopeName).toBe(contributes.grammars[0].scopeName)
  })

  it('comments as the language does', () => {
    expect(`${configuration.comments.lineComment} `).toBe(commentMarks.line)
    const { open, close } = commentMarks.block
    expect(configuration.comments.blockComment).toEqual([open, close])
  })
})

describe('indentation', () => {
  it.each([
    ['WHEN A1 > 0 THEN', true],
    ['every 5min skip missed then # often', true],
    ['A1 = DO', true],
    ['A1 = CASE', true],
    ['A1 = SUM(', true],
    ['A1 = x THEN', false],
    ['todo = 1', false],
    ['A1 = SUM(1)', false],
  ])('the line behind %j is deeper: %s', (line, isDeeper) => {
    expect(increase.test(line)).toBe(isDeeper)
  })

  it.each([
    ['END', true],
    ['  end # of it', true],
    [')', true],
    ['END MODEL', true],
    ['ending = 1', false],
  ])('%j is not as deep as the line before: %s', (line, isShallower) => {
    expect(decrease.test(line)).toBe(isShallower)
  })

  it('opens as many blocks in the corpus as it closes', () => {
    const lines = corpus('valid')
      .filter(({ name }) => name !== 'rules.grid' && name !== 'forms.grid')
      .flatMap(({ source }) => source.split('\n'))
      .filter((line) => !/^END MODEL/.test(line))
    const opened = lines.filter((line) => increase.test(line)).length
    expect(opened).toBeGreaterThan(5)
    expect(lines.filter((line) => decrease.test(line)).length).toBe(opened)
  })
})
