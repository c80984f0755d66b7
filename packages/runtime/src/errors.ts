// What the runtime throws. Errors of a model are values and are never thrown; this is what stops an
// evaluation from outside, or the build of the library for Lua.

/** An evaluation has used up its steps. The host turns it into an error value. */
export class OutOfFuel extends Error {
  readonly code = 'out-of-fuel'

  constructor() {
    super('The evaluation took too many steps.')
    this.name = 'OutOfFuel'
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
