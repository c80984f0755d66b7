// The order of the test files: long ones first, so that all processes end together. Vitest knows the
// durations of its last run, and on a fresh clone nothing.
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take more than twelve seconds, the longest first. One that is missing here only starts later. */
const long = [
  'tests/install.test.ts',
  'packages/cli/test/redis.test.ts',
  'packages/workflows/test/crash/databases.test.ts',
  'packages/sim/test/soak.test.ts',
  'packages/workflows/test/sandbox/escapes.test.ts',
  'packages/web/test/pages.test.ts',
  'packages/web/test/stumbles.test.ts',
  'packages/redis/test/conformance.test.ts',
  'packages/sim/test/bombs.test.ts',
  'packages/cli/test/serve.test.ts',
  'packages/runtime/test/budgets/bounded.test.ts',
  'packages/runtime/test/budgets/every-function.test.ts',
  'packages/web/test/rules.test.ts',
  'packages/web/test/models.test.ts',
  'packages/sim/test/call-kill.test.ts',
  'packages/sim/test/redis-kill.test.ts',
  'packages/web/test/workflows.test.ts',
  'packages/store/test/conformance/conformance.postgres.test.ts',
  'packages/web/test/source.test.ts',
  'tests/services.test.ts',
  'packages/web/test/simulate.test.ts',
  'packages/cli/test/import-server.test.ts',
  'packages/web/test/sheet.test.ts',
  'packages/cli/test/cli.test.ts',
  'packages/web/test/shell.test.ts',
  'packages/sim/test/bomb-formulas.test.ts',
  'packages/sim/test/rules-on-postgres.test.ts',
  'packages/store/test/faults/conformance.faulty.test.ts',
  'packages/web/test/hostile-text.test.ts',
  'packages/web/test/outside.test.ts',
  'packages/web/test/graph.test.ts',
  'packages/engine/test/helpers/helpers.test.ts',
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
