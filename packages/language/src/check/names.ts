// Warnings about names of the model: read but never assigned, or different only by case.

import type { Fix } from '../diagnostics.ts'
import type { Span } from '../parser/ast.ts'
import type { NameFacts } from './facts.ts'
import type { Surroundings } from './surroundings.ts'

export function nameFacts(model: Surroundings): Map<string, NameFacts> {
  const names = new Map<string, NameFacts>()
  for (const name of new Set([...model.nameWrites.keys(), ...model.nameReads.keys()]))
    names.set(name, {
      writes: model.nameWrites.get(name) ?? [],
      reads: model.nameReads.get(name) ?? [],
    })
  return names
}

/** `statements` are the top-level ones, in order: a fix may add an input before one. */
export function warnNames(
  model: Surroundings,
  names: ReadonlyMap<string, NameFacts>,
  statements: readonly Span[],
): void {
  warnUnassigned(model, names, statements)
  warnCase(model, names)
}

function warnUnassigned(
  model: Surroundings,
  names: ReadonlyMap<string, NameFacts>,
  statements: readonly Span[],
): void {
  const assigned = [...names].filter(([, { writes }]) => writes.length > 0).map(([name]) => name)
  for (const [name, { writes, reads }] of names) {
    const first = earliest(reads)
    if (writes.length > 0 || first === undefined) continue
    const near = model.near(name, assigned)
    model.report(
      'unassigned-name',
      first,
      near === undefined
        ? `${name} is read here and assigned nowhere, so it is blank until somebody sets it. Give it a value, such as ${name} = 0.`
        : `${name} is read here and assigned nowhere, so it is blank. Did you mean ${near}?`,
      near === undefined ? asInput(name, first, statements) : renamed(reads, near),
    )
  }
}

function warnCase(model: Surroundings, names: ReadonlyMap<string, NameFacts>): void {
  const spellings = new Map<string, string[]>()
  for (const name of names.keys()) {
    const key = name.toLowerCase()
    const known = spellings.get(key)
    if (known === undefined) spellings.set(key, [name])
    else known.push(name)
  }
  for (const group of spellings.values()) {
    if (group.length < 2) continue
    const placed = group
      .map((name) => ({ name, facts: names.get(name)!, first: firstPlace(names.get(name)!) }))
      .sort((a, b) => a.first.start - b.first.start)
    const [one, ...others] = placed
    for (const { name, facts, first } of others) {
      // Renaming the target would give the other name a second assignment.
      const safe = facts.writes.length === 0 || one!.facts.writes.length === 0
      model.report(
        'names-differ-by-case',
        first,
        `${name} and ${one!.name} in line ${model.lineOf(one!.first.start)} are two different names: case counts in names. Spell both the same, or make them differ by more than case.`,
        safe ? renamed([...facts.writes, ...facts.reads], one!.name) : undefined,
      )
    }
  }
}

function renamed(places: readonly Span[], name: string): Fix {
  return {
    title: `Write ${name}`,
    edits: places.map(({ start, end }) => ({ start, end, text: name })),
  }
}

function asInput(name: string, read: Span, statements: readonly Span[]): Fix | undefined {
  const start = statementAt(read.start, statements)?.start
  if (start === undefined) return undefined
  return {
    title: `Add an input ${name}`,
    edits: [{ start, end: start, text: `${name} = BLANK\n` }],
  }
}

/** The last statement that starts at an offset or before it. */
function statementAt(offset: number, statements: readonly Span[]): Span | undefined {
  let low = -1
  let high = statements.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (statements[middle]!.start <= offset) low = middle
    else high = middle - 1
  }
  return statements[low]
}

function firstPlace({ writes, reads }: NameFacts): Span {
  return earliest([...writes, ...reads])!
}

function earliest(places: readonly Span[]): Span | undefined {
  let first = places[0]
  for (const place of places) if (place.start < first!.start) first = place
  return first
}
