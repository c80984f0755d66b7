// Shared by the tests of the check: a model's diagnostics in a shape that is easy to compare.

import { compile } from '../../src/compile.ts'
import { applyFix, type Diagnostic, type DiagnosticCode } from '../../src/diagnostics.ts'
import { lineIndex } from '../../src/lines.ts'

/** Codes with the lines they stand in, as `cycle 1`. */
export function codes(source: string): string[] {
  const lines = lineIndex(source)
  return compile(source).diagnostics.map(({ code, start }) => `${code} ${lines.place(start).line}`)
}

/** Codes of errors only. */
export function errors(source: string): DiagnosticCode[] {
  return compile(source)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code }) => code)
}

/** The first diagnostic with a code. */
export function first(source: string, code: DiagnosticCode): Diagnostic {
  const found = compile(source).diagnostics.find((one) => one.code === code)
  if (found === undefined) throw new Error(`no ${code} in ${JSON.stringify(codes(source))}`)
  return found
}

/** The text under a diagnostic. */
export function under(source: string, { start, end }: Diagnostic): string {
  return source.slice(start, end)
}

/** The source after the fix of its first diagnostic with a code. */
export function mended(source: string, code: DiagnosticCode): string {
  const { fix } = first(source, code)
  if (fix === undefined) throw new Error(`no fix for ${code}`)
  return applyFix(source, fix)
}
