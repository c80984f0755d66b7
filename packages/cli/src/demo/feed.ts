// The world around the demo's models: rates, prices, temperatures and payments that move. Each beat gives one model
// a few new values, as the user `feed`. Values set by people stay: the walk goes on from there.

import type { Engine, LiveModel } from '@cellwake/engine'
import type { Clock } from '@cellwake/scheduler'
import { FEED_BEAT_MS } from '../limits.ts'
import { stepped, type Walk } from './walk.ts'

interface Fed {
  readonly model: string
  /** Moves in every beat of the model. */
  readonly always: readonly string[]
  /** How many of the others move. */
  readonly some: number
  readonly walks: Readonly<Record<string, Walk>>
}

const column = (
  letter: string,
  first: number,
  homes: readonly number[],
  walk: Omit<Walk, 'home'>,
) => Object.fromEntries(homes.map((home, i) => [`${letter}${first + i}`, { ...walk, home }]))

/** A share of each home, for values of different size. */
const shares = (letter: string, first: number, homes: readonly number[], share: number) =>
  Object.fromEntries(
    homes.map((home, i) => [
      `${letter}${first + i}`,
      { home, step: home * share, digits: 2, least: 0 },
    ]),
  )

const market = [
  61.9, 104.9, 27.1, 20.4, 27.9, 6.75, 9.35, 28.3, 71.5, 36, 2.14, 87.3, 14.6, 17.2, 4.95, 21.4,
]
const balances = [842, 310, 145, 1200, 655, 240, 900, 388, 122, 450, 271, 520, 96, 310]

export const fed: readonly Fed[] = [
  {
    model: 'price-desk',
    always: ['copper'],
    some: 3,
    walks: {
      copper: { home: 9412, step: 45, digits: 0, least: 0 },
      ...shares('E', 2, market, 0.012),
    },
  },
  {
    model: 'operations',
    always: ['B13'],
    some: 3,
    walks: {
      B13: { home: 3.2, step: 0.3, digits: 1, least: 0 },
      ...column('B', 2, [-21.4, -20.8, -19.6, -22.1], { step: 0.7, digits: 1 }),
      ...column('B', 8, [42, 118, 130], { step: 24, digits: 0, least: 0 }),
    },
  },
  {
    model: 'treasury',
    always: [],
    some: 3,
    walks: {
      ...column(
        'D',
        2,
        balances.map((thousands) => thousands * 1000),
        {
          step: 24_000,
          digits: 0,
          least: 0,
        },
      ),
      ...column('K', 3, [0.9223, 1.1702, 1.0415], { step: 0.0012, digits: 4, least: 0.1 }),
      ...column('L', 2, [1_150_000, 620_000, 410_000, 190_000], {
        step: 30_000,
        digits: 0,
        least: 10_000,
      }),
    },
  },
]

export interface FeedParts {
  readonly engine: Engine
  readonly clock: Clock
  readonly random: () => number
  readonly report: (error: unknown) => void
}

/**
 * Feeds one model after the other, a beat each; returns a function that stops it, and resolves once the
 * last beat is over.
 */
export function startFeed({ engine, clock, random, report }: FeedParts): () => Promise<void> {
  let turn = 0
  let stopped = false
  let running = Promise.resolve()
  const beat = () => {
    if (stopped) return
    const next = fed[turn % fed.length]!
    turn++
    running = feedModel(engine, next, random).catch(report).then(arm)
  }
  const arm = () => {
    if (!stopped) clock.wake(clock.now() + FEED_BEAT_MS, beat)
  }
  arm()
  return () => {
    stopped = true
    return running
  }
}

async function feedModel(engine: Engine, { model: id, ...feed }: Fed, random: () => number) {
  // The model may have been deleted.
  if (!(await engine.models()).some((model) => model.id === id)) return
  const model = await engine.model(id)
  const set = nextValues(model, feed, random)
  if (Object.keys(set).length > 0) await model.set(set, { by: 'feed' })
}

/** A cell that is no number any more, or no input, is left alone. */
function nextValues(
  model: LiveModel,
  { always, some, walks }: Omit<Fed, 'model'>,
  random: () => number,
): Record<string, number> {
  const others = Object.keys(walks).filter((symbol) => !always.includes(symbol))
  const chosen = new Set(always)
  for (let i = 0; i < some; i++) chosen.add(others[Math.floor(random() * others.length)]!)
  const set: Record<string, number> = {}
  for (const symbol of chosen) {
    const { value } = model.get(symbol)
    if (typeof value === 'number') set[symbol] = stepped(value, walks[symbol]!, random)
  }
  return set
}
