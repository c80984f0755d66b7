// Starts a Postgres, says so, and then waits to be killed by the test.
import { startPostgres } from '../../scripts/services/index.ts'

const postgres = await startPostgres()
console.log(JSON.stringify({ pid: postgres?.pid, dataDir: postgres?.dataDir }))
setInterval(() => {}, 1_000)
