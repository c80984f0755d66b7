import { casesIn, runBeside } from './support/interpreted-cases.ts'
import { luaSide } from './support/interpreted-lua.ts'

const side = await luaSide({ generated: true })
const cases = casesIn('/work/w/reval/packages/engine/test/conformance')
let bad = 0,
  n = 0
for (const one of cases) {
  n++
  try {
    const p = await runBeside(one, side)
    if (p.length) {
      bad++
      console.log(one.name, '\n   ', p.slice(0, 3).join('\n    ').slice(0, 600))
    }
  } catch (e) {
    bad++
    console.log(one.name, String((e as Error).stack).slice(0, 700))
  }
}
console.log(n, bad)
process.exit(0)
