// Schemas that the runs of a rig leave behind on a Postgres that others use too.

import pg from 'pg'

/** Drops the schemas whose names begin so. */
export async function dropSchemas(url: string | undefined, begins: string): Promise<void> {
  if (url === undefined) return
  const client = new pg.Client(url)
  await client.connect()
  const found = await client.query(
    'SELECT nspname FROM pg_namespace WHERE starts_with(nspname, $1)',
    [begins],
  )
  for (const { nspname } of found.rows) await client.query(`DROP SCHEMA ${nspname} CASCADE`)
  await client.end()
}
