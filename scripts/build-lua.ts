// Writes the evaluator as Lua beside the compiled files of packages/redis: a published package has no translator.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cachedChunk } from '@cellwake/runtime/lua'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'packages/redis/dist')
mkdirSync(dist, { recursive: true })
const chunk = cachedChunk(join(root, 'node_modules/.cache/cellwake-lua'))
writeFileSync(join(dist, 'evaluator.lua'), chunk)
