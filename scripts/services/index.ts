export { type Postgres, type PostgresOptions, startPostgres } from './postgres.ts'
export { findPostgres } from './postgres-programs.ts'
export { type Redis, type RedisOptions, startRedis } from './redis.ts'
export { findRedis } from './redis-programs.ts'
