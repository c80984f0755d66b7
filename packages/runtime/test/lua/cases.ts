// Calls for every function: what its examples in the catalogue call it with, those with one argument
// changed or left out, and arguments drawn by the kinds of its parameters.

import { type ArgumentKind, catalogue, type Signature } from '@cellwake/language'
import { Compiler } from '../../src/compile/compile.ts'
import type { Args, Fn } from '../../src/functions.ts'
import { functions } from '../../src/library.ts'
import { isLambda, listOf, type Value } from '../../src/values.ts'
import { evaluate, nothingAround } from '../evaluate.ts'
import type { Call } from './machine.ts'
import { candidates, everything, standIn } from './values.ts'

const CHANGED_PER_FUNCTION = 24
const DRAWN_PER_FUNCTION = 16
const names = Object.keys(functions)

/** Chance with a seed, so that a failure comes back. */
function chanceFrom(seed: number) {
  let state = seed
  return (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
}

export function allCalls(seed = 20_260_329): Call[] {
  const chance = chanceFrom(seed)
  const examples = callsOfExamples()
  return names.flatMap((fn) => {
    const signature = catalogue.get(fn)!
    const seen = examples.filter((call) => call.fn === fn).slice(0, 12)
    const changed = Array.from({ length: seen.length > 0 ? CHANGED_PER_FUNCTION : 0 }, () => {
      const { args } = seen[chance(seen.length)]!
      return { fn, args: withOneChanged(signature, args, chance) }
    })
    const drawn = Array.from({ length: DRAWN_PER_FUNCTION }, () => ({
      fn,
      args: drawnArgs(signature, chance),
    }))
    return [...seen, ...changed, ...drawn]
  })
}

/** Whatever the functions are called with while the examples of the catalogue are evaluated. */
function callsOfExamples(): Call[] {
  const calls: Call[] = []
  const originals = { ...functions }
  const writable = functions as Record<string, Fn>
  for (const fn of names)
    writable[fn] = (args) => {
      calls.push({ fn, args: Array.from(args, crossing) })
      return originals[fn]!(args)
    }
  // A compiler keeps the functions that it has met: the files before this one have used the common one.
  const compiler = new Compiler({ catalogue, functions })
  const examples = names.flatMap((fn) => catalogue.get(fn)!.examples)
  for (const { formula } of examples) evaluate(formula, nothingAround, compiler)
  Object.assign(writable, originals)
  return calls
}

/** A function cannot cross; one that both sides know stands for it. */
function crossing(value: Value | undefined): Value | undefined {
  return value !== undefined && isLambda(value) ? standIn(value.arity) : value
}

type Chance = (count: number) => number

function withOneChanged(signature: Signature, args: Args, chance: Chance): Args {
  if (args.length === 0) return args
  const changed = [...args]
  const at = chance(args.length)
  const kind = kindAt(signature, at)
  const old = args[at]
  const way = chance(8)
  if (way === 0) changed[at] = undefined
  else if (way === 1 && old !== undefined) changed[at] = listOf([old, drawn(kind, chance), old])
  else changed[at] = drawn(kind, chance)
  return signature.params[at]?.optional === false && way === 0 ? args : changed
}

function drawnArgs(signature: Signature, chance: Chance): Args {
  const { params, repeats } = signature
  const needed = params.filter(({ optional }) => !optional).length
  const most = params.length + repeats * chance(3)
  const count = needed + chance(Math.max(most - needed, 0) + 1)
  return Array.from({ length: count }, (_, at) =>
    params[at]?.optional === true && chance(6) === 0
      ? undefined
      : drawn(kindAt(signature, at), chance),
  )
}

function drawn(kind: ArgumentKind, chance: Chance): Value {
  const from = chance(4) === 0 ? everything : candidates(kind)
  return from[chance(from.length)]!
}

function kindAt({ params, repeats }: Signature, at: number): ArgumentKind {
  if (at < params.length || repeats === 0) return params[at]?.kind ?? 'any'
  return params[params.length - repeats + ((at - params.length) % repeats)]!.kind
}
