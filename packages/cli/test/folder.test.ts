// Goal: what a folder of models holds is read, and nothing that only stands there: pipes that never end, and links
// to what lies elsewhere. Method: a folder with each of them.

import { execFileSync } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { Engine } from '@cellwake/engine'
import { openStore } from '@cellwake/store'
import { expect, test } from 'vitest'
import { FolderModels } from '../src/hosting/folder-models.ts'
import { inFolder } from './support.ts'

const folder = inFolder()

test('pipes are left alone, links are followed within the folder, and those that leave it are told', async () => {
  const models = folder.path('models')
  await mkdir(`${models}/below`, { recursive: true })
  await writeFile(`${models}/below/real.grid`, 'A1 = 1\n')
  await symlink('below/real.grid', `${models}/linked.grid`)
  await writeFile(folder.path('secret.grid'), 'A1 = "secret"\n')
  await symlink(folder.path('secret.grid'), `${models}/outside.grid`)
  await symlink(folder.path('nowhere.grid'), `${models}/dangling.grid`)
  await mkdir(`${models}/folder.grid`)
  execFileSync('mkfifo', [`${models}/pipe.grid`])
  await using store = await openStore('memory:')
  await using engine = new Engine({ store })
  const outcomes = await new FolderModels(engine, store, 'dev').deploy(models)
  const told = outcomes.map(({ file, outcome }) => `${file.slice(models.length + 1)} ${outcome}`)
  expect(told.sort()).toEqual([
    'below/real.grid deployed',
    'dangling.grid refused',
    'linked.grid deployed',
    'outside.grid refused',
    'pipe.grid refused',
  ])
  const messages = outcomes.map((one) => JSON.stringify('findings' in one ? one.findings : ''))
  expect(messages.some((text) => text.includes('leads out of the folder'))).toBe(true)
  expect(messages.some((text) => text.includes('secret\\"'))).toBe(false)
})
