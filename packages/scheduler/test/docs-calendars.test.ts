// Goal: the page on calendars is true. Method: its tables are read and every row is tried.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  addToInstant,
  every,
  formatDuration,
  nextOccurrence,
  parseCron,
  parseDuration,
  parseInstant,
  zoneFor,
} from '../src/index.ts'
import { ZONE_FIRST_YEAR, ZONE_LAST_YEAR } from '../src/limits.ts'
import { knownDifferences, refusedTexts } from './support/croner-differences.ts'

const page = readFileSync(new URL('../../../docs/calendars.md', import.meta.url), 'utf8')

/** The rows of all tables with this heading, cell by cell. */
function rows(heading: string): string[][] {
  const lines = page.split('\n')
  const found: string[][] = []
  for (const [i, line] of lines.entries()) {
    if (line !== heading) continue
    for (let n = i + 2; lines[n]?.startsWith('|'); n++)
      found.push(
        lines[n]!.slice(1, -1)
          .split(' | ')
          .map((cell) => cell.trim()),
      )
  }
  return found
}

const code = (cell = '') => Array.from(cell.matchAll(/`([^`]*)`/g), (match) => match[1]!)
const instants = (cell = '') => code(cell).map(parseInstant)

describe('the page on calendars', () => {
  it.each(rows('| text | means | prints as |'))(
    '%s, which is %s, prints as %s',
    (text, _, printed) => {
      expect(formatDuration(parseDuration(code(text)[0]!))).toBe(code(printed)[0])
    },
  )

  it.each(rows('| start | plus | zone | gives |'))(
    '%s plus %s in %s gives %s',
    (start, length, zone, sum) => {
      const at = addToInstant(instants(start)[0]!, parseDuration(code(length)[0]!), zoneFor(zone!))
      expect([at]).toEqual(instants(sum))
    },
  )

  it.each(rows('| start | every | zone | runs |'))(
    'from %s every %s in %s runs at %s',
    (start, length, zone, runs) => {
      const interval = every(instants(start)[0]!, parseDuration(code(length)[0]!), zoneFor(zone!))
      expect(instants(runs).map((_, i) => interval.at(i + 1))).toEqual(instants(runs))
    },
  )

  it.each(rows('| cron | zone | after | next runs |'))(
    '%s in %s after %s runs at %s',
    (text, zone, after, runs) => {
      const cron = parseCron(code(text)[0]!)
      let at = instants(after)[0]
      const found = instants(runs).map(() => {
        at = nextOccurrence(cron, zoneFor(zone!), at!)
        return at
      })
      expect(found).toEqual(instants(runs))
    },
  )

  it('shows a row of each kind', () => {
    expect(rows('| text | means | prints as |')).toHaveLength(11)
    expect(rows('| start | plus | zone | gives |')).toHaveLength(5)
    expect(rows('| start | every | zone | runs |')).toHaveLength(2)
    expect(rows('| cron | zone | after | next runs |')).toHaveLength(14)
  })

  it('lists the differences from croner that the comparison knows, no more and no fewer', () => {
    const known = knownDifferences.map(({ name, croner, cellwake }) => [name, croner, cellwake])
    expect(rows('| case | croner | Cellwake |')).toEqual(known)
    const refused = Object.entries(refusedTexts).map(([text, what]) => [`\`${text}\``, what])
    expect(rows('| text | what it is |')).toEqual(refused)
  })

  it('names the years for which rules are known', () => {
    expect(page).toContain(`known for ${ZONE_FIRST_YEAR} to ${ZONE_LAST_YEAR}`)
  })
})
