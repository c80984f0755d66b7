// Goal: what Lua would do differently does not get into the library. Method: small files that leave the
// subset, one way each, are refused, and files that only look like it are not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { LuaLibFeature } from 'typescript-to-lua'
import { afterAll, describe, expect, it } from 'vitest'
import { sharedFiles } from '../../src/lua/files.ts'
import { beyondSubset, helpersBeyondSubset } from '../../src/lua/subset.ts'

const refused: [string, string][] = [
  ['throw new Error()', 'throws'],
  ['try { f(1) } catch {}', 'catches'],
  ['export const a = /x/', 'uses a regular expression'],
  ['export const a = null', 'uses null'],
  ['export class A {}', 'declares a class'],
  ['export const a = new Array(3)', 'uses new'],
  ['for (const a in { b: 1 }) f(a.length)', 'goes over names'],
  ['export const a = 2 ** 3', 'uses **'],
  ['export const a = f(1) | 0', 'uses a bit operator'],
  ['export const a = ~f(1)', 'uses a bit operator'],
  ['export const a = f(1) >>> 0', 'uses a bit operator'],
  ['let a = f(1)\na ^= 1', 'uses a bit operator'],
  ['export const a = Math.exp(1)', 'uses Math.exp'],
  ['export const a = Math.round(1.5)', 'uses Math.round'],
  ['export const a = Number("5")', 'uses Number'],
  ['export const a = String(5)', 'uses String'],
  ['export const a = Object.keys({})', 'uses Object.keys'],
  ['export const a = [1].map(String)', 'uses String'],
  ['export const a = text.trim()', 'asks a text for trim'],
  ['export const a = text.toUpperCase()', 'asks a text for toUpperCase'],
  ['export const a = text.charCodeAt(0)', 'asks a text for charCodeAt'],
  ['export const a = text[0]', 'takes a character of a text'],
  ['for (const a of text) f(a.length)', 'goes over a text'],
  ['export const a = [...text]', 'goes over a text'],
  ['export const a = text < "b"', 'orders texts'],
  ['export const a = gaps.length', 'asks a list with gaps for length'],
  ['for (const a of gaps) f(a ?? 0)', 'goes over a list with gaps'],
  ['export const a = [...gaps]', 'goes over a list with gaps'],
]

const allowed = [
  'export const a = gaps[1]',
  'export const a = [1, 2].length + text.length',
  'export const a = Math.floor(f(1)) + Math.PI',
  'export type A = { b: string | null }',
  'export interface B { String: number } export const a = (b: B) => b.String',
  'export const a = (Map: number) => Map + 1',
  'export const a = text.startsWith("b") && text === "b"',
]

const before = `
declare const text: string
declare const gaps: readonly (number | undefined)[]
declare function f(value: number): number
`

describe('the subset that Lua shares', () => {
  const folder = mkdtempSync(join(tmpdir(), 'subset-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const codes = [...refused.map(([code]) => code), ...allowed]
  const paths = codes.map((code, i) => {
    const path = join(folder, `${i}.ts`)
    writeFileSync(path, `${before}${code}\nexport {}\n`)
    return path
  })
  const program = ts.createProgram(paths, {
    strict: true,
    types: [],
    target: ts.ScriptTarget.ESNext,
  })
  const findings = (code: string) =>
    beyondSubset(program.getTypeChecker(), program.getSourceFile(paths[codes.indexOf(code)]!)!)

  it.each(refused)('does not have: %s', (code, what) => {
    expect(findings(code).join('\n')).toMatch(
      new RegExp(`\\.ts:[56] ${what.replaceAll('*', '\\*')}`),
    )
  })

  it.each(allowed)('has: %s', (code) => {
    expect(findings(code)).toEqual([])
  })

  it('takes only helpers that were read', () => {
    expect(helpersBeyondSubset([LuaLibFeature.ArraySlice, LuaLibFeature.StringTrim])).toEqual([
      'the helper StringTrim is new to the library: see that it does what JavaScript does, then list it',
    ])
  })

  it('holds every file of the library but those for JavaScript alone', () => {
    const files = sharedFiles()
    expect(files).toContain('regex/compile.ts')
    expect(files).toContain('functions/text.ts')
    expect(
      files.filter((path) =>
        /^(compile\/compile|program|emit|wire|errors|index|primitives|lua)/.test(path),
      ),
    ).toEqual([])
  })
})
