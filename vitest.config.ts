import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'tests/**/*.test.ts'],
    // Once around the whole run: the services that tests share.
    globalSetup: ['scripts/services/vitest-setup.ts'],
    setupFiles: ['scripts/vitest-worker.ts'],
    // A bound against hanging, not a claim about speed: the machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Processes, because tests crash, kill and measure them.
    pool: 'forks',
    maxWorkers: 2,
  },
})
