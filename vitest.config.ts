import { defineConfig } from 'vitest/config'
import { LongFirst } from './scripts/test-order.ts'
import { runsAlone } from './tests/tidy/architecture.ts'

const everyFile = {
  setupFiles: ['scripts/vitest-worker.ts'],
  // A bound against hanging, not a claim about speed: the machine may be busy.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Processes, because tests crash, kill and measure them.
  pool: 'forks' as const,
}

// Our packages stand for their source, as everywhere in a clone.
const conditions = ['@cellwake/source']
const fromSource = { resolve: { conditions }, ssr: { resolve: { conditions } } }

export default defineConfig({
  test: {
    // Once around the whole run: the services that tests share.
    globalSetup: ['scripts/services/vitest-setup.ts'],
    // For two cores: a third of the time of all tests is waiting, for browsers, databases and deadlines.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      { ...fromSource, test: { ...everyFile, name: 'alone', include: runsAlone } },
      {
        ...fromSource,
        test: {
          ...everyFile,
          name: 'together',
          include: ['packages/*/test/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: runsAlone,
          // To load every module anew for each file would take a quarter of the whole time.
          isolate: false,
        },
      },
    ],
  },
})
