import { tsSide } from './support/interpreted.ts'
import { casesIn, runBeside } from './support/interpreted-cases.ts'

const cases = casesIn('/work/w/reval/packages/engine/test/conformance')
let bad = 0
for (const one of cases) {
  try {
    const p = await runBeside(one, tsSide())
    if (p.length) {
      bad++
      console.log(one.name, '\n   ', p.slice(0, 3).join('\n    '))
    }
  } catch (e) {
    bad++
    console.log(one.name, (e as Error).stack?.split('\n').slice(0, 6).join('\n'))
  }
}
console.log(cases.length, bad)
