// Simulating: a copy of the model in time that is not real, within limits.

import type { Json, SimulatedView } from '@cellwake/client'
import { EngineError, type Simulated, type SimulateOptions } from '@cellwake/engine'
import { ServerError } from '../errors.ts'
import type { Call, Group, Immutable } from '../handlers.ts'
import {
  ANSWER_CELLS,
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

export const simulate: Group<'simulate'> = {
  async simulate(call, parts) {
    const options = readOptions(call, parts.clock)
    const { source, given } = await start(call, parts)
    const limited = { ...options, ...given, limits }
    return withPlaces(source, async () => {
      return view(await parts.simulate(source, limited, call.principal.name))
    })
  },
}

const limits = {
  firings: SIMULATE_FIRINGS,
  wallMs: SIMULATE_WALL_MS,
  shownFirings: SIMULATE_SHOWN_FIRINGS,
  shownPoints: SIMULATE_SERIES_POINTS,
  shownCells: ANSWER_CELLS,
}

/** The source, and the set inputs of the live model. */
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
    throw new EngineError('simulation-too-long', 'A simulation spans ten years at most.')
  }
  const { sets = [], follow = [], functions } = body
  if (sets.length > SIMULATE_SETS || follow.length > SIMULATE_FOLLOWED_CELLS) {
    const most = `${SIMULATE_SETS} sets and ${SIMULATE_FOLLOWED_CELLS} followed cells`
    throw new ServerError('too-large', `A simulation takes at most ${most}.`)
  }
  return {
    from,
    until,
    sets: sets.map(({ at, set }) => ({ at: Math.max(from, readInstant(at)), values: set })),
    follow: checkSymbols(follow),
    ...(functions !== undefined && { functions: functions as Json }),
  }
}

function view({
  firings,
  more,
  skipped,
  problems,
  cells,
  series,
}: Simulated): Immutable<SimulatedView> {
  return {
    firings,
    more,
    skipped,
    problems,
    cells,
    series: Object.fromEntries(
      Object.entries(series).map(([symbol, points]) => [symbol, points.map(point)]),
    ),
  }
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
