// What the runtime throws. Errors of a model are values and are never thrown; this is what stops an
// evaluation from outside.

/** An evaluation has used up its steps. The host turns it into an error value. */
export class OutOfFuel extends Error {
  readonly code = 'out-of-fuel'

  constructor() {
    super('The evaluation took too many steps.')
    this.name = 'OutOfFuel'
  }
}
