// What ends a rig's program: the store is dead, or it did what it must not.

export class Stopped extends Error {
  override readonly name = 'Stopped'
}
