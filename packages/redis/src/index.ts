// The public face of the home of models in Redis. Everything else is free to change.

export { aclRules, DATA_USER, DEPLOY_USER, makeUsers, saveUsers } from './acl.ts'
export { type Connection, type ConnectionOptions, connect } from './connection.ts'
export { RedisError, type RedisErrorCode, redisErrors } from './errors.ts'
export { openRedisModels, RedisModels, type RedisModelsOptions } from './redis-models.ts'
export { examineRedis, fixRedis, type RedisFacts, type RedisFixed } from './setup.ts'
export { assertTier, type RedisTier, readTier, type TierOptions } from './tier.ts'
