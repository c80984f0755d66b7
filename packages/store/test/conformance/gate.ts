// A door that calls wait at while it is shut. The rig opens every door when a case is over, so that
// a case that failed half way does not keep its sessions from closing.

const shut = new Set<Gate>()

export class Gate {
  #open: Promise<void> = Promise.resolve()
  #release: () => void = () => {}
  #arrivals: (() => void)[] = []
  #waiting = 0

  shut(): void {
    shut.add(this)
    this.#open = new Promise((resolve) => {
      this.#release = resolve
    })
  }

  open(): void {
    shut.delete(this)
    this.#release()
  }

  async pass(): Promise<void> {
    this.#waiting++
    for (const tell of this.#arrivals.splice(0)) tell()
    await this.#open
    this.#waiting--
  }

  /** Resolves when somebody stands at the door. */
  async reached(): Promise<void> {
    while (this.#waiting === 0) await new Promise<void>((resolve) => this.#arrivals.push(resolve))
  }
}

export function openGates(): void {
  for (const gate of shut) gate.open()
}
