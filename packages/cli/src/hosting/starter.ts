// Files that `cellwake init` writes: a model, its test, the settings, and a .gitignore.

const model = `# Orders of a small shop. Set an amount in C2:C4 and see the total follow.
MODEL "Shop"

A1:D1 = ["Product", "Price", "Amount", "Total"]
A2:A4 = ["Coffee"; "Tea"; "Cups"]
B2:B4 as currency:EUR = [8.5; 14; 2.25]
C2:C4 as integer = [12; 3; 40]
D2:D4 as currency:EUR = LEFT(2) * LEFT

total as currency:EUR = SUM(D2:D4)
large_order as currency:EUR = 500

# A large order, told once each time the total rises above the limit
WHEN total > large_order THEN
  large_since = NOW()
  sales!large_order(total)
END

# Count the hours, those too when nobody was there
EVERY 1h BACKFILL THEN
  hours = hours + 1
END
END MODEL
`

const test = {
  cases: [
    {
      id: 'a large order is told once',
      model: './shop.grid',
      steps: [
        { expect: { total: 234, large_since: null } },
        { set: { C2: 60 } },
        { expect: { total: 642, large_since: { datetime: '2026-01-01T00:00:00.000Z' } } },
        { events: [{ topic: 'sales', event: 'large_order', args: [642] }] },
        { set: { C2: 61 } },
        { events: [] },
      ],
    },
    {
      id: 'hours that were missed are made up for',
      model: './shop.grid',
      steps: [{ advance: '2h' }, { down: '3h' }, { expect: { hours: 5 } }],
    },
  ],
}

const config = `// Every setting may also be a flag or a variable such as CELLWAKE_PORT, which beat this file.
export default {
  store: 'sqlite:.cellwake/cellwake.db',
  port: 4755,
}
`

/** Each file with its text. */
export const starter: Readonly<Record<string, string>> = {
  'shop.grid': model,
  'shop.test.json': `${JSON.stringify(test, null, 2)}\n`,
  'cellwake.config.mjs': config,
  '.gitignore': '.cellwake/\nnode_modules/\n',
}
