// The order of the test files: long ones first, so that the two processes end together. Vitest knows the
// durations of its last run, and on a fresh clone nothing.
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of more than ten seconds of a processor, the longest first. One that is missing here only starts later. */
const long = [
  'packages/runtime/test/lua/parity.test.ts',
  'packages/web/test/shell.test.ts',
  'packages/engine/test/20-provenance.test.ts',
  'packages/engine/test/incremental.test.ts',
  'packages/engine/test/interpreted-lua.test.ts',
  'packages/engine/test/interpreted.test.ts',
  'packages/sim/test/05-occurrence-once.test.ts',
  'packages/engine/test/examples.test.ts',
  'packages/engine/test/rules/random.test.ts',
  'packages/runtime/test/differential/hyperformula.test.ts',
  'packages/web/test/sheet.test.ts',
  'packages/scheduler/test/cron-oracle.test.ts',
  'packages/engine/test/lookups/agreement.test.ts',
  'packages/store/test/faults/conformance.faulty.test.ts',
]

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Files that run alone stay in front: a shared process ends where one of them comes between.
    const rank = ({ project, moduleId }: TestSpecification) => {
      if (project.config.isolate) return -1
      const place = long.indexOf(relative(this.ctx.config.root, moduleId))
      return place === -1 ? long.length : place
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
