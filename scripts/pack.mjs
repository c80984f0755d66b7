// `npm run pack -- [FOLDER]`: builds everything and packs each public package as npm would publish it. Prints the paths.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from './build.mjs'
import { root } from './run.mjs'

const target = resolve(process.argv[2] ?? join(root, 'dist'))
// Nothing of a file that is gone may be shipped.
for (const name of readdirSync(join(root, 'packages'))) {
  rmSync(join(root, 'packages', name, 'dist'), { recursive: true, force: true })
  rmSync(join(root, 'packages', name, 'tsconfig.tsbuildinfo'), { force: true })
}
if ((await build()) !== 0) process.exit(1)
mkdirSync(target, { recursive: true })
const folders = readdirSync(join(root, 'packages')).filter(isPublic)
const args = ['pack', '--json', '--pack-destination', target]
const packed = spawnSync('npm', [...args, ...folders.map((name) => `./packages/${name}`)], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
})
if (packed.status !== 0) process.exit(packed.status ?? 1)
for (const { filename } of Object.values(JSON.parse(packed.stdout))) {
  console.log(join(target, filename.replace('@', '').replace('/', '-')))
}

function isPublic(name) {
  return (
    JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')).private !== true
  )
}
