// The table of the checklist is held to the files: every test that it names exists.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const here = new URL('.', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, here), 'utf8')

const rows = read('README.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, scenario]) => scenario !== 'scenario' && scenario !== 'point')

it('every row names a test that exists, or says why there is none', () => {
  expect(rows.length).toBeGreaterThan(150)
  const missing = rows.filter(([, , file, title]) => {
    if (title === undefined || title === '') return true
    return file !== '' && !read(`${file}.test.ts`).includes(`'${title}'`)
  })
  expect(missing).toEqual([])
})

it('every invariant has its file', () => {
  const files = readdirSync(here).filter((name) => /^i\d\d-.*\.test\.ts$/.test(name))
  expect(files.map((name) => name.slice(0, 3))).toEqual(
    Array.from({ length: 11 }, (_, i) => `i${String(i + 1).padStart(2, '0')}`),
  )
})
