// The names of a model with their values, live, and their roles.

import type { CellRole, CellView, GraphNode } from '@cellwake/client'
import { useMemo, useRef } from 'react'
import { client } from '../../data/client.ts'
import { useCells } from '../../data/live.ts'
import { useQuery } from '../../data/query.ts'
import { NAMES_MAX } from '../../limits.ts'

export interface NamedCell {
  readonly name: string
  readonly cell: CellView | undefined
  readonly role: CellRole | undefined
  /** As in the sheet: 0, or 1 and 2 in turn when it changed. */
  readonly flash: number
}

const roles: Partial<Record<GraphNode['kind'], CellRole>> = {
  input: 'input',
  formula: 'formula',
  conditional: 'conditional',
  lazy: 'lazy',
  external: 'external',
  owned: 'rule',
}

export function useNames(
  id: string,
  all: readonly string[],
  version: number,
  at: string | undefined,
): NamedCell[] {
  const names = useMemo(() => all.slice(0, NAMES_MAX), [all])
  const { cells: now } = useCells(at === undefined ? id : undefined, names)
  const past = useQuery(
    at === undefined || names.length === 0 ? undefined : `model:${id}:names:${at}`,
    () => client.cells({ id }, { symbols: names.join(','), at: at ?? '' }),
  )
  const graph = useQuery(names.length === 0 ? undefined : `model:${id}:roles:${version}`, () =>
    client.graph({ id }),
  )
  const cells = at === undefined ? now : past.data?.cells
  const kinds = useMemo(
    () => new Map((graph.data?.nodes ?? []).map(({ id: symbol, kind }) => [symbol, roles[kind]])),
    [graph.data],
  )
  const changes = useRef(new Map<string, { text: string; count: number }>())
  return useMemo(
    () =>
      names.map((name) => {
        const cell = cells?.[name]
        return { name, cell, role: kinds.get(name), flash: flashOf(changes.current, name, cell) }
      }),
    [names, cells, kinds],
  )
}

/** Counts how often a value became another one; the first one is no change. */
function flashOf(
  changes: Map<string, { text: string; count: number }>,
  name: string,
  cell: CellView | undefined,
): number {
  if (cell === undefined) return 0
  const text = JSON.stringify(cell.value)
  const before = changes.get(name)
  const count = before === undefined ? 0 : before.text === text ? before.count : before.count + 1
  changes.set(name, { text, count })
  return count === 0 ? 0 : count % 2 === 0 ? 2 : 1
}
