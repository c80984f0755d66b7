// Goal: models from the files of a folder are told in the audit as what they are. Method: a folder deployed twice to
// an engine in memory, with a change between, and the sentences of its commits.

import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Engine } from '@cellwake/engine'
import { virtualClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { expect, test } from 'vitest'
import { FolderModels } from '../src/hosting/folder-models.ts'
import { inFolder } from './support.ts'

const folder = inFolder()

test('a deploy from a file is two sentences: the version, and the text that was noted', async () => {
  const clock = virtualClock('2026-01-01T00:00:00Z')
  const store = await openStore('memory:', { clock })
  const engine = new Engine({ store, clock })
  const file = folder.path('desk.grid')
  for (const text of ['A1 = 1\n', 'A1 = 2\n']) {
    await writeFile(file, text)
    await new FolderModels(engine, store, 'dev').deploy(dirname(file))
  }
  const { entries } = await engine.activity({ about: 'desk' })
  expect(entries.map(({ act, what }) => [act, what])).toEqual([
    ['file', 'Noted the text of the file that it was deployed from.'],
    ['deploy', 'Deployed version 2.'],
    ['file', 'Noted the text of the file that it was deployed from.'],
    ['deploy', 'Deployed version 1.'],
  ])
  expect(entries.every(({ by }) => by === 'dev')).toBe(true)
  await engine.close()
  await store.close()
  clock.close()
})

test('a file that asks for too much is refused with a sentence, and the others are deployed', async () => {
  const clock = virtualClock('2026-01-01T00:00:00Z')
  const store = await openStore('memory:', { clock })
  const engine = new Engine({ store, clock })
  const file = folder.path('bomb.grid')
  await writeFile(file, 'A1:A1000 = REPT("x", 1000000) & ROW_INDEX\n')
  await writeFile(folder.path('desk.grid'), 'A1 = 1\n')
  const outcomes = await new FolderModels(engine, store, 'dev').deploy(dirname(file))
  expect(outcomes.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['bomb', 'refused'],
    ['desk', 'deployed'],
  ])
  expect(outcomes[0]).toMatchObject({
    findings: { source: { code: 'limit', message: expect.stringContaining('hold more than') } },
  })
  await engine.close()
  await store.close()
  clock.close()
})
