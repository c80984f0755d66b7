// The same random model with the same edits in this process and in Redis, interpreted and as code of its own: after each
// edit every cell has the same canonical text, and after a restart too.

import { Engine, type LiveModel } from '@cellwake/engine'
import { virtualClock } from '@cellwake/scheduler'
import { MemoryDriver, openStore, type Store } from '@cellwake/store'
import { seededRandom } from '@cellwake/store/testing'
import { type Edit, randomEdit, randomModel } from '../../../engine/test/random-model.ts'
import { cellsOfEngine, DIRTY_TEXT } from '../../../engine/test/support/interpreted.ts'
import type { RedisModels } from '../../src/redis-models.ts'

export interface Compared {
  readonly edits: number
  readonly values: number
  readonly violations: readonly string[]
}

export const REDIS_RUNTIMES = ['lua_interpreter', 'lua_generated'] as const
/** Of the edits, after which everything is closed and opened again. */
const RESTART_EVERY = 7

/** One model on one runtime. */
class Side {
  readonly runtime: string
  readonly #clock = virtualClock(0)
  readonly #id: string
  readonly #home: RedisModels | undefined
  readonly #errors: unknown[] = []
  readonly #watched = new Map<string, () => void>()
  #store: Store | undefined
  #engine: Engine | undefined
  #model: LiveModel | undefined

  constructor(runtime: string, id: string, home: RedisModels | undefined) {
    this.runtime = runtime
    this.#id = id
    const onError = (error: unknown) => this.#errors.push(error)
    this.#home = home?.on(this.#clock, onError)
  }

  async start(source: string): Promise<void> {
    this.#store = await openStore(new MemoryDriver())
    const engine = this.#open()
    const runtime = this.runtime as 'ts' | 'lua_interpreter' | 'lua_generated'
    this.#model = (await engine.deploy(source, { id: this.#id, runtime })).model
  }

  #open(): Engine {
    const homes = this.#home === undefined ? [] : [this.#home]
    const onError = (error: unknown) => this.#errors.push(error)
    this.#engine = new Engine({ store: this.#store!, clock: this.#clock, homes, onError })
    return this.#engine
  }

  async restart(): Promise<void> {
    this.#watched.clear()
    await this.#engine!.close()
    this.#model = await this.#open().model(this.#id)
  }

  async edit(edit: Edit): Promise<void> {
    const model = this.#model!
    if (edit.kind === 'set') await model.set(edit.values)
    else if (edit.kind === 'resolve') await model.resolve(edit.symbol)
    else if (edit.kind === 'watch') {
      if (this.#watched.has(edit.symbol)) return
      this.#watched.set(
        edit.symbol,
        model.watch([edit.symbol], () => {}),
      )
      await this.#engine!.idle()
    } else {
      this.#watched.get(edit.symbol)?.()
      this.#watched.delete(edit.symbol)
    }
  }

  resolve(symbol: string): Promise<unknown> {
    return this.#model!.resolve(symbol)
  }

  cells(): Map<string, string> {
    return cellsOfEngine(this.#model!)
  }

  async end(): Promise<readonly unknown[]> {
    await this.#engine!.delete(this.#id, this.#id)
    await this.#engine!.close()
    await this.#store!.close()
    this.#clock.close()
    return this.#errors
  }
}

export async function compareBeside(
  seed: number,
  edits: number,
  home: RedisModels,
): Promise<Compared> {
  const random = seededRandom(seed)
  const what = randomModel(random)
  const here = new Side('ts', 'm', undefined)
  const there = REDIS_RUNTIMES.map((runtime) => new Side(runtime, `m${seed}-${runtime}`, home))
  const sides = [here, ...there]
  for (const side of sides) await side.start(what.source)
  const violations: string[] = []
  let values = 0
  const check = async (after: string) => {
    const wanted = here.cells()
    for (const side of there) {
      let cells = side.cells()
      for (let [symbol, text] of wanted) {
        let found = cells.get(symbol) ?? '["blank"]'
        if (text === DIRTY_TEXT) {
          if (found === DIRTY_TEXT) continue
          // There it has run, when it was asked for last or in the table of a lookup. What is shown is up to date.
          await here.resolve(symbol)
          text = here.cells().get(symbol)!
        }
        values++
        if (found === DIRTY_TEXT) {
          // There it is not known that the change was elsewhere. The value is the same.
          await side.resolve(symbol)
          cells = side.cells()
          found = cells.get(symbol)!
        }
        if (found === text) continue
        violations.push(
          `model ${seed}, ${after}: ${symbol} is ${found} on ${side.runtime}, on ts ${text}`,
        )
      }
    }
  }
  await check('at the start')
  let made = 0
  for (; made < edits && violations.length === 0; made++) {
    const edit = randomEdit(random, what)
    for (const side of sides) {
      await side.edit(edit)
      if (made % RESTART_EVERY === RESTART_EVERY - 1) await side.restart()
    }
    await check(`edit ${made} ${JSON.stringify(edit)}`)
  }
  for (const side of sides) {
    for (const error of await side.end()) {
      violations.push(`model ${seed} on ${side.runtime}: ${String(error)}`)
    }
  }
  return { edits: made, values, violations }
}
