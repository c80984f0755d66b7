// Errors that end a rig's program: the store is dead, or it violated a guarantee.

export class Stopped extends Error {
  override readonly name = 'Stopped'
}
