// Items of the palette: models, names and cells, rules, functions, actions. Each is a row with a way to go.

import type {
  CellsBySymbol,
  FunctionView,
  ModelDetail,
  ModelSummary,
  RuleView,
  WorkflowSummary,
} from '@cellwake/client'
import { parseSymbol } from '@cellwake/language'
import { PALETTE_GROUP_MAX_ROWS, PALETTE_MAX_ROWS } from '../limits.ts'
import { counted, formatCell } from '../parts/format.ts'
import type { GlyphName, IconName } from '../parts/glyph.tsx'
import { glyphOf } from '../parts/workflow-glyph.ts'
import type { Zone } from '../parts/zone.ts'
import { matchScore } from './match.ts'
import { sectionNames } from './rail.tsx'
import { navigate, to } from './router.ts'

export interface PaletteItem {
  readonly id: string
  readonly icon?: IconName
  readonly glyph?: GlyphName
  readonly text: string
  /** Symbols and functions are code. */
  readonly isCode?: boolean
  readonly detail: string
  /** At the right: the model, or the keys that do the same. */
  readonly where: string
  /** Further search words. */
  readonly also?: string
  readonly run: () => void
}

export interface Known {
  readonly models: readonly ModelSummary[]
  readonly workflows: readonly WorkflowSummary[]
  /** The model that is open. */
  readonly model: ModelDetail | undefined
  readonly cells: CellsBySymbol
  /** In which their times are shown. */
  readonly zone: Zone
  readonly rules: readonly RuleView[]
  readonly functions: readonly FunctionView[]
  readonly actions: readonly PaletteItem[]
  /** Asks for a new value of this name; undefined where nothing may be set. */
  readonly askValue: ((symbol: string) => void) | undefined
}

export function paletteItems(typed: string, known: Known): readonly PaletteItem[] {
  const groups = [
    cellItems(typed, known),
    nameItems(known),
    ruleItems(known),
    modelItems(known),
    workflowItems(known),
    sectionItems(known),
    known.actions,
    functionItems(known),
  ]
  const found = groups.flatMap((items) => best(typed, items))
  if (typed.trim() === '') return found.map(([item]) => item).slice(0, PALETTE_MAX_ROWS)
  return found
    .sort(([, a], [, b]) => b - a)
    .slice(0, PALETTE_MAX_ROWS)
    .map(([item]) => item)
}

function best(typed: string, items: readonly PaletteItem[]): (readonly [PaletteItem, number])[] {
  return items
    .map((item) => {
      const own = matchScore(typed, item.text)
      const other = matchScore(typed, `${item.detail} ${item.also ?? ''}`)
      return [item, Math.max(own, other * 0.5)] as const
    })
    .filter(([, score]) => score > 0.5)
    .sort(([, a], [, b]) => b - a)
    .slice(0, PALETTE_GROUP_MAX_ROWS)
}

/** `H2` is a place even where nothing stands. */
function cellItems(typed: string, { model }: Known): PaletteItem[] {
  const text = typed.trim()
  if (model === undefined || !/\d$/.test(text) || !looksLikeCell(text)) return []
  const symbol = text.toUpperCase()
  return [
    {
      id: `cell:${symbol}`,
      icon: 'sheet',
      text: symbol,
      isCode: true,
      detail: 'Go to the cell',
      where: model.title,
      run: () => navigate(to.model(model.id, 'sheet', { cell: symbol })),
    },
  ]
}

function looksLikeCell(text: string): boolean {
  try {
    const parts = parseSymbol(text.toUpperCase())
    return parts !== undefined && /[A-Za-z]{1,3}[0-9]+$/.test(text)
  } catch {
    return false
  }
}

function nameItems({ model, cells, zone, askValue }: Known): PaletteItem[] {
  if (model === undefined) return []
  const { id, title } = model
  return model.names.flatMap((name) => {
    const cell = cells[name]
    const value = cell === undefined ? '' : formatCell(cell, zone).text
    const open: PaletteItem = {
      id: `name:${name}`,
      icon: 'sheet',
      text: name,
      isCode: true,
      detail: value,
      where: title,
      run: () => navigate(to.model(id, 'sheet', { cell: name })),
    }
    if (askValue === undefined) return [open]
    const set: PaletteItem = {
      id: `set:${name}`,
      icon: 'arrow',
      text: `Set ${name}…`,
      detail: '',
      where: title,
      also: 'change edit',
      run: () => askValue(name),
    }
    return [open, set]
  })
}

function ruleItems({ model, rules }: Known): PaletteItem[] {
  if (model === undefined) return []
  return rules.map((rule) => ({
    id: `rule:${rule.id}`,
    glyph: 'rule' as const,
    text: rule.title,
    detail: `${rule.kind.toUpperCase()}, ${rule.state}`,
    where: model.title,
    run: () => navigate(to.model(model.id, 'rules', { rule: rule.id })),
  }))
}

function modelItems({ models }: Known): PaletteItem[] {
  return models.map((model) => ({
    id: `model:${model.id}`,
    icon: 'models' as const,
    text: model.title,
    detail: model.description,
    where: counted(model.rules, 'rule'),
    also: model.id,
    run: () => navigate(to.model(model.id)),
  }))
}

/** Workflows are also found by the word for the person who must act. */
function workflowItems({ workflows }: Known): PaletteItem[] {
  return workflows.map(({ name, title, status, issue }) => ({
    id: `workflow:${name}`,
    glyph: glyphOf[status],
    text: title,
    detail: issue?.sentence ?? '',
    where: status,
    also: `${name} ${status}`,
    run: () => navigate(to.workflow(name)),
  }))
}

function sectionItems({ model }: Known): PaletteItem[] {
  if (model === undefined) return []
  return sectionNames.map(({ section, name, icon }) => ({
    id: `section:${section}`,
    icon,
    text: name,
    detail: 'Go there',
    where: model.title,
    run: () => navigate(to.model(model.id, section)),
  }))
}

function functionItems({ functions }: Known): PaletteItem[] {
  return functions.map((fn) => ({
    id: `function:${fn.name}`,
    icon: 'fn' as const,
    text: fn.name,
    isCode: true,
    detail: fn.summary,
    where: 'Function',
    run: () => navigate(to.function(fn.name)),
  }))
}
