// A host in this process, with a clock of its own that may be wrong: it can be paused, killed and started
// again, and does not know the true time.

import { Engine } from '@cellwake/engine'
import { type VirtualClock, virtualClock } from '@cellwake/scheduler'
import { type Driver, openDriver, openStore, type Store } from '@cellwake/store'

export interface VirtualHostOptions {
  readonly url: string
  readonly name: string
  /** A bug, planted on purpose. */
  readonly plant?: ((store: Store) => void) | undefined
}

export class VirtualHost {
  readonly name: string
  readonly #options: VirtualHostOptions
  #driver: Driver | undefined
  #store: Store | undefined
  #clock: VirtualClock | undefined
  #engine: Engine | undefined
  #skewMs = 0
  /** Its clock stands still, and so does all that it does by itself. */
  isPaused = false

  constructor(options: VirtualHostOptions) {
    this.#options = options
    this.name = options.name
  }

  get engine(): Engine | undefined {
    return this.#engine
  }

  get session(): string | undefined {
    return this.#store?.session
  }

  /** Starts at a time that it takes for another. */
  async start(now: number, skewMs: number): Promise<void> {
    this.#skewMs = skewMs
    this.isPaused = false
    const clock = virtualClock(now + skewMs)
    this.#driver = await openDriver(this.#options.url)
    this.#store = await openStore(this.#driver, { clock, onError: () => {} })
    this.#options.plant?.(this.#store)
    const engine = new Engine({ store: this.#store, clock, onError: () => {} })
    clock.onSettle(() => engine.idle())
    this.#clock = clock
    this.#engine = engine
    await engine.wake()
  }

  /** Advances the world to this time; alarms due here go off, on time or, after a pause, late. */
  async at(now: number): Promise<void> {
    if (this.isPaused || this.#clock === undefined) return
    const own = now + this.#skewMs
    const late = own - this.#clock.now()
    if (late > 1_000) await this.#clock.set(own)
    else await this.#clock.advance(late)
  }

  /** It ends as it should. */
  async stop(): Promise<void> {
    await this.#engine?.close()
    await this.kill()
  }

  /** It is gone, and has released nothing. */
  async kill(): Promise<void> {
    this.#clock?.close()
    this.#engine = undefined
    this.#clock = undefined
    await this.#store?.close()
    await this.#driver?.close()
  }
}
