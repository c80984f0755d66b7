// A source that cannot run, reported as by `check`.

import { type Findings, findingsJson, showFindings } from './text/findings.ts'
import type { Output } from './text/output.ts'

export function tellRefusal(output: Output, found: Findings, json: boolean): void {
  output.exitCode = 1
  if (json) {
    const { file } = found.source
    output.json({ files: [{ file, diagnostics: findingsJson(found) }] })
  } else showFindings(output, found, (line) => output.note(line))
}
