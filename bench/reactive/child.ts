// Measures one workload on one system, and prints the result.
import { systems } from './systems.ts'
import { workloads } from './workloads.ts'

const [name = '', workload = ''] = process.argv.slice(2)
const system = await systems[name]!()
const measured = workloads[workload]!(system)
process.stdout.write(JSON.stringify(measured), () => process.exit(0))
