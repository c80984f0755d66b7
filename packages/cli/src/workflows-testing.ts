// Tests for workflows of your own, in virtual time: `cellwake/workflows/testing`.

export * from '@cellwake/workflows/testing'
