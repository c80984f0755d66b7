// Lists of numbers that grow in place: a model of 100,000 lines makes no object per line. A list knows its room
// itself, since to ask its array takes a call until there is machine code.

export class Ints {
  data: Int32Array
  length = 0
  room: number

  constructor(room = 1024) {
    this.room = room
    this.data = new Int32Array(room)
  }

  push(value: number): void {
    if (this.length === this.room) this.grow(1)
    this.data[this.length++] = value
  }

  /** Makes room for some more behind what is in it. */
  grow(more: number): Int32Array {
    this.room = Math.max(this.room * 2, this.length + more)
    const larger = new Int32Array(this.room)
    larger.set(this.data)
    this.data = larger
    return larger
  }

  /** What is in it, without the room behind. */
  values(): Int32Array {
    return this.data.slice(0, this.length)
  }
}

export class Doubles {
  data: Float64Array
  length = 0
  room: number

  constructor(room = 1024) {
    this.room = room
    this.data = new Float64Array(room)
  }

  push(value: number): void {
    if (this.length === this.room) this.grow(1)
    this.data[this.length++] = value
  }

  /** Makes room for some more behind what is in it. */
  grow(more: number): Float64Array {
    this.room = Math.max(this.room * 2, this.length + more)
    const larger = new Float64Array(this.room)
    larger.set(this.data)
    this.data = larger
    return larger
  }

  /** What is in it, without the room behind. */
  values(): Float64Array {
    return this.data.slice(0, this.length)
  }
}
