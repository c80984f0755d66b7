// Outcomes for the files of a folder, for people and for machines.

import type { FileOutcome } from '../hosting/folder-models.ts'
import { mutationText } from './deploy-text.ts'
import { findingsJson, showFindings, shownName } from './findings.ts'
import type { Output } from './output.ts'

export function showOutcomes(output: Output, outcomes: readonly FileOutcome[]): void {
  const { green, red, dim, bold } = output.colors
  for (const one of outcomes) {
    if (one.outcome === 'unchanged') {
      output.line(`  ${dim('·')} ${bold(one.id)} ${dim('as it was')}`)
      continue
    }
    showFindings(output, one.findings)
    if (one.outcome === 'refused') {
      const stays = one.id === undefined ? '' : `; ${one.id} stays as it is`
      output.line(`  ${red('✗')} ${shownName(one.file)} was not deployed${stays}`)
    } else {
      const counts = [
        `keeps ${one.kept}`,
        ...(one.dropped > 0 ? [`drops ${one.dropped}`] : []),
        ...(one.added > 0 ? [`adds ${one.added}`] : []),
      ]
      output.line(`  ${green('✓')} ${bold(one.id)} v${one.version} ${dim(counts.join(', '))}`)
      for (const mutation of one.mutations) output.line(`    ${mutationText(mutation)}`)
    }
  }
}

export function outcomesJson(outcomes: readonly FileOutcome[]) {
  return outcomes.map((one) => {
    if (one.outcome === 'unchanged') return one
    const { findings, ...rest } = one
    return { ...rest, diagnostics: findingsJson(findings) }
  })
}
