// Exceptions of the runtime. Errors of a model are values and are never thrown; these abort an
// evaluation whose budget is used up, or the build of the library for Lua.

export type Budget = 'too-much-work' | 'too-much-memory'

const MESSAGES: Readonly<Record<Budget, string>> = {
  'too-much-work':
    'too much work: the formula took too many steps. Let it go over less, or split it up',
  'too-much-memory':
    'too much memory: the formula made too many texts and arrays. Let it go over less, or split it up',
}

/** An evaluation has used up its steps or its bytes. The host turns it into an error value. */
export class OutOfFuel extends Error {
  readonly code: Budget

  constructor(code: Budget) {
    super(MESSAGES[code])
    this.name = 'OutOfFuel'
    this.code = code
  }
}

/**
 * Generated Lua differs from the emitter's grammar: a text of a model came through as code (injection), or the file
 * was changed.
 */
export class EmitError extends Error {
  readonly code = 'emit-refused'

  constructor(line: number, what: string) {
    super(`Line ${line} of the generated library is refused: ${what}. Deploy the model again.`)
    this.name = 'EmitError'
  }
}

/** The library left the subset that Lua shares. */
export class LuaBuildError extends Error {
  readonly code = 'lua-build'

  readonly findings: readonly string[]

  constructor(findings: readonly string[]) {
    super(`The library cannot run on Lua:\n${findings.join('\n')}`)
    this.name = 'LuaBuildError'
    this.findings = findings
  }
}
