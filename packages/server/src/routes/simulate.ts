// Simulating: a copy of the model in time that is not real, within limits. Between any two instants the
// event loop turns, so that others are served, and what it has cost so far is looked at.

import type { SimulatedView } from '@cellwake/client'
import { simulate as run, type Simulated, type SimulateOptions } from '@cellwake/engine'
import { ServerError } from '../errors.ts'
import type { Call, Group, Immutable } from '../handlers.ts'
import {
  ANSWER_CELLS,
  SIMULATE_CONCURRENT_RUNS,
  SIMULATE_FIRINGS,
  SIMULATE_FOLLOWED_CELLS,
  SIMULATE_SERIES_POINTS,
  SIMULATE_SETS,
  SIMULATE_SHOWN_FIRINGS,
  SIMULATE_SPAN_MS,
  SIMULATE_WALL_MS,
} from '../limits.ts'
import type { Clock, Parts } from '../parts.ts'
import { checkSymbols, readInstant } from '../request-text.ts'
import { withPlaces } from './models.ts'

/** In this process, whose one event loop they share with everybody. */
let running = 0

export const simulate: Group<'simulate'> = {
  async simulate(call, parts) {
    const options = readOptions(call, parts.clock)
    const { source, given } = await start(call, parts)
    if (running >= SIMULATE_CONCURRENT_RUNS) {
      throw new ServerError('busy', 'Other simulations are running.', { retryAfterS: 2 })
    }
    running += 1
    try {
      const limited = { ...options, ...given, onProgress: bounded(parts.clock) }
      return view(await withPlaces(source, () => run(source, limited)), options.follow)
    } finally {
      running -= 1
    }
  },
}

/** The text, and what was given to the model that runs. */
async function start({ params, body }: Call<'simulate'>, { engine }: Parts) {
  const { source, fromNow } = body
  // A source may be tried before it is deployed.
  if (source !== undefined && fromNow !== true) return { source, given: {} }
  const model = await engine.model(params.id)
  return {
    source: source ?? model.source,
    given: fromNow === true ? { given: model.given() } : {},
  }
}

type Options = SimulateOptions & Required<Pick<SimulateOptions, 'sets' | 'follow'>>

function readOptions({ body }: Call<'simulate'>, clock: Clock): Options {
  const from = body.from === undefined ? clock.now() : readInstant(body.from)
  const until = readInstant(body.until)
  if (until < from) throw new ServerError('bad-instant', 'The simulation ends before it begins.')
  if (until - from > SIMULATE_SPAN_MS) {
    throw new ServerError('simulation-too-long', 'A simulation spans ten years at most.')
  }
  const { sets = [], follow = [] } = body
  if (sets.length > SIMULATE_SETS || follow.length > SIMULATE_FOLLOWED_CELLS) {
    const most = `${SIMULATE_SETS} sets and ${SIMULATE_FOLLOWED_CELLS} followed cells`
    throw new ServerError('too-large', `A simulation takes at most ${most}.`)
  }
  return {
    from,
    until,
    sets: sets.map(({ at, set }) => ({ at: Math.max(from, readInstant(at)), values: set })),
    follow: checkSymbols(follow),
  }
}

/** Stops the run from inside when it has cost enough. */
export function bounded(clock: Clock): (at: number, firings: number) => void {
  const end = clock.now() + SIMULATE_WALL_MS
  return (at, firings) => {
    const reached = `It had reached ${new Date(at).toISOString()} with ${firings} firings.`
    if (firings > SIMULATE_FIRINGS) {
      throw new ServerError('simulation-too-large', `Too many rules fired. ${reached}`)
    }
    if (clock.now() > end) {
      throw new ServerError('simulation-too-long', `It took too long. ${reached}`)
    }
  }
}

function view(done: Simulated, follow: readonly string[]): Immutable<SimulatedView> {
  const { firings, skipped, problems, cells, series } = done
  const few = Object.keys(cells).length <= ANSWER_CELLS
  const followed = Object.entries(cells).filter(([symbol]) => follow.includes(symbol))
  return {
    firings: firings.slice(0, SIMULATE_SHOWN_FIRINGS),
    more: Math.max(0, firings.length - SIMULATE_SHOWN_FIRINGS),
    skipped,
    problems,
    cells: few ? cells : Object.fromEntries(followed),
    series: Object.fromEntries(
      Object.entries(series).map(([symbol, points]) => [symbol, thinned(points).map(point)]),
    ),
  }
}

/** Evenly, with the first and the last. */
function thinned<T>(points: readonly T[]): readonly T[] {
  const step = Math.ceil(points.length / SIMULATE_SERIES_POINTS)
  if (step <= 1) return points
  return points.filter((_, i) => i % step === 0 || i === points.length - 1)
}

function point({
  at,
  value,
}: {
  readonly at: number
  readonly value: Simulated['series'][string][number]['value']
}) {
  return { at: new Date(at).toISOString(), value }
}
