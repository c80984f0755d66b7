// Writes the site: pages, style, fonts, the index of the search. It needs nothing from outside and asks for nothing.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { layout } from './layout.ts'
import { searchIndex } from './search-index.ts'
import { pictures, sitePages } from './site.ts'
import { fonts, style } from './style.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const target = resolve(process.argv[2] ?? join(root, 'site'))
const pages = await sitePages(root)

// Stale files of an earlier build would still be found by links from elsewhere.
rmSync(target, { recursive: true, force: true })
mkdirSync(join(target, 'fonts'), { recursive: true })
for (const page of pages) writeFileSync(join(target, page.file), layout(page, pages))
writeFileSync(join(target, 'search-index.js'), searchIndex(pages))
writeFileSync(join(target, 'site.css'), style(root))
cpSync(join(root, 'scripts/docs/site.js'), join(target, 'site.js'))
for (const name of ['theme.js', 'icon.svg'])
  cpSync(join(root, 'packages/web/public', name), join(target, name))
for (const { name, file } of fonts)
  writeFileSync(join(target, 'fonts', name), readFileSync(join(root, 'node_modules', file)))
for (const name of pictures(root))
  cpSync(join(root, 'docs/pictures', name), join(target, 'pictures', name))

console.log(`${pages.length} pages in ${target}`)
