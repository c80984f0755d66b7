export { type Postgres, type PostgresOptions, startPostgres } from './postgres.ts'
export { findPostgres } from './postgres-programs.ts'
