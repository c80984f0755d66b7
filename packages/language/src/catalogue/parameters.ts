// Where an argument goes: a function's parameters as a call sees them, repetitions included.

import type { Parameter, Signature } from './signature.ts'

/** The parameter that the argument at a place (from 0) belongs to; undefined past the last. */
export function parameterAt(signature: Signature, place: number): Parameter | undefined {
  const { params, repeats } = signature
  if (place < params.length) return params[place]
  if (repeats === 0) return undefined
  const beyond = place - params.length
  const base = params[params.length - repeats + (beyond % repeats)]
  if (base === undefined) return undefined
  const round = 1 + Math.floor(beyond / repeats)
  return { name: countOn(base.name, round), kind: base.kind, optional: true }
}

/** The place of the parameter that `name := …` means, `number3` of SUM for one. */
export function placeOf(signature: Signature, name: string): number | undefined {
  const { params, repeats } = signature
  const written = params.findIndex((param) => param.name === name)
  if (written >= 0) return written
  const [, stem, digits] = /^(.*?)([1-9]\d{0,5})$/.exec(name) ?? []
  if (repeats === 0 || stem === undefined) return undefined
  for (let place = params.length - repeats; place < params.length; place++) {
    const [, base, first] = /^(.*?)(\d+)$/.exec(params[place]?.name ?? '') ?? []
    const round = Number(digits) - Number(first)
    if (base === stem && round > 0) return place + round * repeats
  }
  return undefined
}

/** The fewest arguments a call needs. */
export function leastArguments(signature: Signature): number {
  return signature.params.findLastIndex((param) => !param.optional) + 1
}

/** The most a call may have; infinite for a function that repeats. */
export function mostArguments(signature: Signature): number {
  return signature.repeats > 0 ? Number.POSITIVE_INFINITY : signature.params.length
}

/** Whether so many arguments fit. A group that repeats may end only before an optional parameter. */
export function acceptsCount(signature: Signature, count: number): boolean {
  const { params, repeats } = signature
  if (count < leastArguments(signature) || count > mostArguments(signature)) return false
  const begun = repeats === 0 ? 0 : (count - params.length) % repeats
  if (count <= params.length || begun === 0) return true
  return params.slice(params.length - repeats + begun).every((param) => param.optional)
}

/** The call as documentation shows it: `SUM(number1, [number2], …)`. */
export function signatureText(signature: Signature): string {
  const { name, params, repeats } = signature
  const shown = params.map((param) => (param.optional ? `[${param.name}]` : param.name))
  if (repeats > 0) {
    const group = params.slice(params.length - repeats)
    // A group that may be left out from the start reads as the repetition already: SWITCH.
    if (group.some((param) => !param.optional))
      shown.push(`[${group.map((param) => countOn(param.name, 1)).join(', ')}]`)
    shown.push('…')
  }
  return `${name}(${shown.join(', ')})`
}

/** Notes on a signature beside its description, a sentence each. */
export function signatureNotes(signature: Signature): string[] {
  const { repeats, volatile, dynamic, external, tag } = signature
  return [
    ...(repeats === 1 ? ['The last argument may be repeated.'] : []),
    ...(repeats > 1 ? [`The last ${repeats} arguments may be repeated, together.`] : []),
    ...(volatile ? ['It gives something new at every commit of its model.'] : []),
    ...(dynamic ? ['What it reads is known only when it runs.'] : []),
    ...(external ? ['It is answered from outside; until the first answer it is pending.'] : []),
    ...(tag === undefined ? [] : [`Its result carries the tag ${tag}.`]),
  ]
}

function countOn(name: string, by: number): string {
  return name.replace(/\d+$/, (digits) => String(Number(digits) + by))
}
