// `npm run docs`: builds the documentation site from docs/ and from facts in the code, into site/.
// `node scripts/build-docs.mjs FOLDER` builds it elsewhere.
import { join } from 'node:path'
import { root, runSource } from './run.mjs'
import { setup } from './setup.mjs'

await setup()
process.exitCode = await runSource(join(root, 'scripts', 'docs', 'build.ts'), process.argv.slice(2))
