// Measures one small workload on one system, and prints the result.
import { smallWorkloads } from './small.ts'
import { smallSystems } from './small-systems.ts'

const [name = '', workload = ''] = process.argv.slice(2)
const measured = smallWorkloads[workload]!(await smallSystems[name]!())
process.stdout.write(JSON.stringify(measured), () => process.exit(0))
