// A home of models in a Redis, with the library as it is or with a change in its evaluator.

import { evaluatorChunk, hostLua } from '../../src/chunk.ts'
import { connect } from '../../src/connection.ts'
import { ensureLibrary, libraryOf } from '../../src/library.ts'
import { openRedisModels, RedisModels } from '../../src/redis-models.ts'
import { assertTier } from '../../src/tier.ts'

export async function openHome(
  url: string,
  change?: (chunk: string) => string,
): Promise<RedisModels> {
  if (change === undefined) return openRedisModels({ url, accept: 'C' })
  const chunk = await evaluatorChunk()
  const changed = change(chunk)
  if (changed === chunk) throw new Error('the change finds nothing to change')
  const connection = await connect({ url })
  const library = libraryOf(changed, hostLua())
  await ensureLibrary(connection, library)
  const tier = await assertTier(connection, { accept: 'C' })
  return new RedisModels({ connection, deploy: undefined, library, tier, options: { url } })
}
