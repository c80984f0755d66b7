// Makes a model from its program: nodes of cells, names, formulas, external calls and rules, and their static
// dependencies. Nothing runs here.

import { functions } from '../library.ts'
import { BUILD_STEPS, CELL_STEPS } from '../limits.ts'
import { breathe } from '../primitives.ts'
import { checkTag } from '../tags.ts'
import { BAD_REFERENCE, BLANK, isArray, PENDING, type Value } from '../values.ts'
import { codeOf } from './codes.ts'
import { columnKey, columnOf, sheetOf } from './columns.ts'
import { elementIn, evaluateOnce } from './formulas.ts'
import { cell, cellAt, nameNode, near } from './grid.ts'
import { want } from './marking.ts'
import { movedPlaces } from './moved-places.ts'
import { newNode } from './node.ts'
import type {
  Form,
  Program,
  ProgramCode,
  ProgramExternal,
  ProgramFill,
  ProgramFormula,
  ProgramRule,
  Target,
} from './program.ts'
import { rangeAt } from './ranges.ts'
import {
  CONDITIONAL,
  DIRTY,
  EAGER,
  type Formula,
  LAZY,
  type ModelState,
  type Node,
  type Rectangle,
  type RuleNodes,
} from './state.ts'
import { columnName } from './symbols.ts'

export function newState(program: Program): ModelState {
  const { signatures } = program
  const texts: Record<string, string | undefined> = {}
  for (const [symbol, text] of program.texts) texts[`t${symbol}`] = text
  return {
    broken: false,
    program,
    sheets: program.sheets.slice(),
    columns: {},
    columnList: [],
    names: {},
    nameList: [],
    nameNodes: [],
    ranges: {},
    wide: {},
    arrivals: newNode(-3, 0, 0),
    offSheet: newNode(-3, 1, BAD_REFERENCE),
    isBuilt: false,
    cells: 0,
    formulas: 0,
    codes: {},
    generated: undefined,
    callables: { functions, signatureOf: (name) => signatures[name], made: {} },
    depth: { calls: 0, levels: 0 },
    queue: [],
    walking: [],
    evaluate: undefined,
    doubtful: [],
    volatile: [],
    anchors: [],
    unplaced: [],
    knots: [],
    changed: [],
    good: [],
    undo: [],
    last: undefined,
    lazyRuns: [],
    callsBySymbol: {},
    callList: [],
    callsRun: [],
    readers: [],
    ran: [],
    rules: [],
    nowMs: 0,
    call: 0,
    settle: 0,
    run: 0,
    walk: 0,
    stepsLeft: 0,
    wastedSteps: 0,
    steps: 0,
    running: undefined,
    cursor: 0,
    needed: undefined,
    scheduledAt: BLANK,
    isActing: false,
    random: 1,
    texts,
  }
}

export function build(m: ModelState): void {
  const { program } = m
  const externals: Record<string, ProgramExternal | undefined> = {}
  for (const external of program.externals) externals[`x${external.symbol}`] = external
  const shared: Record<string, Formula | undefined> = {}
  for (const formula of program.formulas) {
    breathe(BUILD_STEPS)
    addFormula(m, formula, externals, shared)
  }
  for (const name of program.names) nameNode(m, name)
  for (const rule of program.rules) m.rules.push(addRule(m, rule, externals))
  // Its formulas are nodes from here on.
  m.program = { ...program, formulas: [], names: [], texts: [] }
  m.isBuilt = true
}

type Externals = Readonly<Record<string, ProgramExternal | undefined>>

const MODES: Readonly<Record<string, number>> = {
  eager: EAGER,
  lazy: LAZY,
  conditional: CONDITIONAL,
}

function addFormula(
  m: ModelState,
  formula: ProgramFormula,
  externals: Externals,
  shared: Record<string, Formula | undefined>,
): void {
  const { target, form, tag } = formula
  if (formula.input) {
    addInput(m, formula)
    return
  }
  if (formula.fill !== undefined) {
    addFilled(m, formula, formula.fill, externals)
    return
  }
  const rectangle = rectangleOf(target)
  const { placed, volatile } = m.program.forms[form]!
  const mode = MODES[formula.mode]!
  let whole: Node | undefined
  if (rectangle !== undefined && !placed && !volatile) {
    // Where every cell of a rectangle has the same right side, it is evaluated once.
    whole = newNode(-2, -2)
    const own: Formula = {
      form,
      mode: mode === LAZY ? LAZY : EAGER,
      tag: '',
      rectangle: undefined,
      within: undefined,
      whole: undefined,
    }
    setFormula(m, whole, own, formula, externals)
  }
  const name = `${form},${mode},${tag}`
  let own = rectangle === undefined ? shared[name] : undefined
  if (own === undefined) {
    own = { form, mode, tag, rectangle, within: rectangle, whole }
    if (rectangle === undefined) shared[name] = own
  }
  for (const node of targetsOf(m, target)) setFormula(m, node, own, formula, externals)
}

/** Each cell as if its own formula stood there. */
function addFilled(
  m: ModelState,
  formula: ProgramFormula,
  fill: ProgramFill,
  externals: Externals,
): void {
  const { form, tag, places } = formula
  const [column, row, lastColumn, lastRow] = fill.within
  const own: Formula = {
    form,
    mode: MODES[formula.mode]!,
    tag,
    rectangle: undefined,
    within: { column, row, lastColumn, lastRow },
    whole: undefined,
  }
  for (const node of targetsOf(m, formula.target)) {
    breathe(BUILD_STEPS)
    const at = columnOf(node.key)
    const moved = movedPlaces(m.program.forms[form]!, places, fill, at, node.row)
    setFormula(m, node, own, { form, places: moved, externals: formula.externals }, externals)
  }
}

function setFormula(
  m: ModelState,
  node: Node,
  formula: Formula,
  code: ProgramCode,
  externals: Externals,
): void {
  node.formula = formula
  node.state = DIRTY
  m.formulas++
  if (formula.whole !== undefined) {
    node.refs = [formula.whole]
  } else {
    bind(m, node, code, externals)
    if (m.program.forms[formula.form]!.volatile) m.volatile.push(node)
  }
  if (formula.mode !== LAZY) want(m, node)
}

/** Binds the references of a form for one formula. */
function bind(m: ModelState, node: Node, code: ProgramCode, externals: Externals): void {
  const form = m.program.forms[code.form]!
  node.refs = refsOf(m, form, code.places)
  bindNumbers(node, form, code.places)
  if (form.nearby.length > 0 && node.key >= 0) {
    const nearby: Node[] = []
    for (const [columns, rows] of form.nearby) nearby.push(near(m, node, columns, rows))
    node.nearby = nearby
  }
  if (code.externals.length === 0) return
  const calls: Node[] = []
  for (const symbol of code.externals) calls.push(callNode(m, symbol, node, externals))
  node.calls = calls
}

function bindNumbers(node: Node, form: Form, places: readonly number[]): void {
  const { numbers } = form
  if (numbers !== undefined) node.numbers = places.slice(places.length - numbers)
}

function refsOf(m: ModelState, form: Form, places: readonly number[]): Node[] {
  const refs: Node[] = []
  let at = 0
  for (let i = 0; i < form.sheets.length; i++) {
    const sheet = form.sheets[i]!
    const column = places[at]!
    const row = places[at + 1]!
    if (form.ranges[i]) {
      refs.push(rangeAt(m, sheet, column, row, places[at + 2]!, places[at + 3]!))
      at += 4
    } else {
      refs.push(cell(m, sheet, column, row))
      at += 2
    }
  }
  return refs
}

function addInput(m: ModelState, formula: ProgramFormula): void {
  const { target, tag, fill } = formula
  const literal = formula.literal ?? literalOf(m, formula)
  for (const node of targetsOf(m, target)) {
    const own =
      target[0] === 'range' && fill === undefined && isArray(literal)
        ? elementIn(literal, target[2], target[3], node.key, node.row)
        : literal
    node.isInput = true
    // Most have none.
    if (tag !== '') node.tag = tag
    holdInput(m, node, tag === '' ? own : checkTag(own, tag))
  }
}

/** The value of an input that is no plain number. */
function literalOf(m: ModelState, { form, places }: ProgramFormula): Value {
  const carrier = newNode(-3, 2)
  const own = m.program.forms[form]!
  bindNumbers(carrier, own, places)
  return evaluateOnce(m, codeOf(m, form).code, carrier, own.locals).value
}

/** Before anything runs. */
export function holdInput(m: ModelState, node: Node, value: Value): void {
  const isHeld = node.key >= 0 && isArray(value)
  if (isHeld) {
    if (node.held === undefined) want(m, node)
    node.held = value
    node.state = DIRTY
    if (!node.isQueued) {
      node.isQueued = true
      m.queue.push(node)
    }
    return
  }
  if (node.held !== undefined) {
    node.held = undefined
    node.wanted--
    node.state = 0
  }
  node.value = value
}

export function targetsOf(m: ModelState, target: Target): Node[] {
  if (target[0] === 'name') return [nameNode(m, target[1])]
  if (target[0] === 'cell') return [cell(m, target[1], target[2], target[3])]
  const [, sheet, column, row, lastColumn, lastRow] = target
  const nodes: Node[] = []
  for (let c = column; c <= lastColumn; c++) {
    for (let r = row; r <= lastRow; r++) {
      breathe(CELL_STEPS)
      nodes.push(cellAt(m, columnKey(sheet, c), r))
    }
  }
  return nodes
}

export function rectangleOf(target: Target): Rectangle | undefined {
  if (target[0] !== 'range') return undefined
  const [, , column, row, lastColumn, lastRow] = target
  return { column, row, lastColumn, lastRow }
}

// External calls

/** The node of a call in the formula of a node. */
function callNode(m: ModelState, symbol: string, owner: Node, externals: Externals): Node {
  const external = externals[`x${symbol}`]!
  // A call inside another counts positions from where that one does.
  const at = owner.call?.place ?? owner
  const own = external.each ? symbolIn(m, symbol, at) : symbol
  const known = m.callsBySymbol[`x${own}`]
  if (known !== undefined) return known
  const node = newNode(-2, -2, PENDING)
  const place = external.each ? newNode(at.key, at.row) : undefined
  node.call = {
    symbol: own,
    signature: m.program.signatures[external.fn]!,
    node,
    answerNode: newNode(-2, -2, PENDING),
    place,
    hasRun: false,
    args: [],
    isNoted: false,
  }
  m.callsBySymbol[`x${own}`] = node
  m.callList.push(node)
  const rectangle =
    external.each && external.target !== undefined ? rectangleOf(external.target) : undefined
  const bound = boundIn(m, external, at)
  const formula: Formula = {
    form: bound.form,
    mode: LAZY,
    tag: '',
    rectangle: undefined,
    within: rectangle,
    whole: undefined,
  }
  setFormula(m, node, formula, bound, externals)
  if (place !== undefined) {
    place.formula = formula
    place.refs = node.refs
    if (node.calls !== undefined) place.calls = node.calls
  }
  return node
}

/** A call in one cell of its rectangle. */
function boundIn(m: ModelState, { code, areas }: ProgramExternal, at: Node): ProgramCode {
  if (areas === undefined) return code
  const column = columnOf(at.key)
  for (const { target, fill, form, places, externals } of areas) {
    const { lastColumn, lastRow } = rectangleOf(target)!
    // They are in order, by columns and then by rows.
    if (column > lastColumn || at.row > lastRow) continue
    const moved = movedPlaces(m.program.forms[form]!, places, fill, column, at.row)
    return { form, places: moved, externals }
  }
  return code
}

/** `__ext__:B3:9f23c8` for `__ext__:B2:B9:9f23c8`. */
function symbolIn(m: ModelState, symbol: string, at: Node): string {
  const parts = symbol.split(':')
  const hash = parts[parts.length - 1]!
  const { prefix } = m.sheets[sheetOf(at.key)]!
  return `__ext__:${prefix}${columnName(columnOf(at.key))}${at.row}:${hash}`
}

// Rules

function addRule(m: ModelState, rule: ProgramRule, externals: Externals): RuleNodes {
  const trigger = hidden(m, rule.trigger, EAGER, externals)
  const maybe = (code: ProgramCode | undefined, mode: number) =>
    code === undefined ? undefined : hidden(m, code, mode, externals)
  const nodes: RuleNodes = {
    trigger,
    length: maybe(rule.length, EAGER),
    lengthMax: maybe(rule.lengthMax, EAGER),
    policyMax: maybe(rule.policyMax, LAZY),
  }
  for (const action of rule.body) {
    if (action.kind !== 'write') continue
    for (const node of targetsOf(m, action.target)) {
      node.isRuleOwned = true
      if (action.tag !== '') node.tag = action.tag
    }
  }
  return nodes
}

/** A formula of no cell, such as the trigger of a rule. */
function hidden(m: ModelState, code: ProgramCode, mode: number, externals: Externals): Node {
  const node = newNode(-2, -2)
  setFormula(
    m,
    node,
    { form: code.form, mode, tag: '', rectangle: undefined, within: undefined, whole: undefined },
    code,
    externals,
  )
  return node
}

/** The cells that a body reads, for a cell that it writes. */
export function carrierFor(
  m: ModelState,
  code: ProgramCode,
  key: number,
  row: number,
  rectangle: Rectangle | undefined,
): Node {
  const carrier = newNode(key, row, BLANK)
  const form = m.program.forms[code.form]!
  carrier.refs = refsOf(m, form, code.places)
  bindNumbers(carrier, form, code.places)
  carrier.formula = {
    form: code.form,
    mode: EAGER,
    tag: '',
    rectangle,
    within: rectangle,
    whole: undefined,
  }
  return carrier
}
