// Checks a model: all its diagnostics in one run, and its facts.

import { catalogue as wholeCatalogue } from '../catalogue/index.ts'
import type { Catalogue } from '../catalogue/signature.ts'
import { MODEL_MAX_SHEETS } from '../limits.ts'
import type { Model } from '../parser/ast.ts'
import { checkConditions } from './condition-array.ts'
import { reportCycles } from './cycles.ts'
import { checkVolatileCalls } from './external-volatile.ts'
import type { Checked } from './facts.ts'
import { FormulaCheck } from './formulas.ts'
import { FormulaGraph } from './graph.ts'
import { HeaderCheck } from './header.ts'
import { nameFacts, warnNames } from './names.ts'
import { warnOwnTriggers } from './own-trigger.ts'
import { ownerOf } from './owner.ts'
import { Ownership } from './ownership.ts'
import { RuleCheck } from './rules.ts'
import { warnSameCells } from './same-cells.ts'
import { Surroundings } from './surroundings.ts'

export interface CheckOptions {
  /** The functions there are; left out, the language's own. */
  readonly catalogue?: Catalogue
}

export function check(model: Model, options: CheckOptions = {}): Checked {
  const around = new Surroundings(model, options.catalogue ?? wholeCatalogue)
  const ownership = new Ownership(around)
  const header = new HeaderCheck(around)
  const formulaCheck = new FormulaCheck(around, ownership)
  const ruleCheck = new RuleCheck(around, ownership)
  for (const statement of model.statements) {
    if (statement.type === 'header') header.line(statement)
    else if (statement.type === 'rule') ruleCheck.rule(statement)
    else if (statement.type !== 'assignment') continue
    else if (statement.modifier === undefined) formulaCheck.assignment(statement)
    else ruleCheck.modified(statement, statement.modifier)
  }
  const formulas = formulaCheck.finish()
  const rules = ruleCheck.finish()
  checkConditions(around, rules, formulas)
  if (around.sheets.tooMany !== undefined)
    around.report(
      'limit',
      around.sheets.tooMany,
      `A model has at most ${MODEL_MAX_SHEETS} sheets. Put some of them together.`,
    )
  const graph = new FormulaGraph(formulas, ownership.formulas)
  reportCycles(around, graph, ownership.formulas)
  warnOwnTriggers(around, rules, graph)
  checkVolatileCalls(around, formulas, rules, graph)
  const names = nameFacts(around)
  if (names.size > 0) warnNames(around, names, model.statements)
  warnSameCells(around, model.statements)
  const headerFacts = header.finish()
  return {
    model,
    header: headerFacts,
    diagnostics: around.diagnostics(),
    sheets: around.sheets.names,
    formulas,
    rules,
    names,
    ownerOf: (symbol) => ownerOf(symbol, around.sheets.names, ownership, formulas, rules),
  }
}
