// The arguments of a call, from the form in which a job carries them to the plain values that a handler takes.

import { type Parameter, parameterAt, type Signature } from '@cellwake/language'
import { CallError } from './errors.ts'
import { inWords, isOfKind, type Plain } from './kinds.ts'

/** Plain values for a handler; throws if they do not fit the signature. */
export function plainArguments(signature: Signature, args: readonly unknown[]): Plain[] {
  return args.map((wire, place) => {
    const value = plainOf(wire)
    const parameter = parameterAt(signature, place)
    return parameter === undefined ? value : fitting(signature.name, parameter, value)
  })
}

/** The model has coerced them to their kinds; any other value is refused. */
function fitting(name: string, { name: parameter, kind }: Parameter, value: Plain): Plain {
  // A blank is passed on.
  if (value === null || isOfKind(value, kind)) return value
  // One value is a list of one.
  if (kind === 'array') return [value]
  throw new CallError(
    'rejected',
    `The argument ${parameter} of ${name} is ${inWords(value)}, and it takes the kind ${kind}.`,
  )
}

/** `{ kind, value, typeTag }` as a plain value. */
function plainOf(wire: unknown): Plain {
  const { kind, value } = Object(wire) as { kind?: unknown; value?: Plain }
  if (typeof kind !== 'string') throw new CallError('malformed', 'An argument has no kind.')
  return kind === 'blank' || value === undefined ? null : unwrapped(value)
}

/** Inside lists and objects a datetime or a duration is written with its kind. */
function unwrapped(value: Plain): Plain {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(unwrapped)
  const fields = Object.entries(value)
  const [only] = fields
  if (fields.length === 1 && only !== undefined && typeof only[1] === 'string')
    if (only[0] === 'datetime' || only[0] === 'duration') return only[1]
  return Object.fromEntries(fields.map(([key, item]) => [key, unwrapped(item as Plain)]))
}
