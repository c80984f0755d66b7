// Templates of a new model: a small one that acts, and the examples of the repository.

export interface Starter {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly source: string
}

export const scratch = `# What it is about, in a sentence.
MODEL "My model"

# Inputs: anybody may set them.
price = 12.5
amount = 4

# Formulas follow what they read.
total = price * amount

# Tell somebody when it gets large
WHEN total > 100 THEN
  alerts!large(total)
END
END MODEL
`

const files = import.meta.glob<string>('../../../../../examples/*.grid', {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** Examples with rules first: they show what a spreadsheet cannot do. */
export const starters: readonly Starter[] = Object.entries(files)
  .map(([path, source]) => starterOf(path, source))
  .sort((a, b) => Number(hasRules(b)) - Number(hasRules(a)) || a.title.localeCompare(b.title))

function starterOf(path: string, source: string): Starter {
  const name = /([^/]+)\.grid$/.exec(path)?.[1] ?? path
  const title = /^MODEL "(.+)"/m.exec(source)?.[1] ?? name
  const described = /^DESCRIPTION "(.+)"/m.exec(source)?.[1]
  const comment = /^# (.+)/.exec(source)?.[1]
  return { name, title, about: described ?? comment ?? '', source }
}

function hasRules({ source }: Starter): boolean {
  return /^(WHEN|EVERY|AT)\b/m.test(source)
}
