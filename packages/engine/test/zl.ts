import { compareRandom } from './support/interpreted.ts'
import { luaSide } from './support/interpreted-lua.ts'

const from = Number(process.argv[2] ?? 1),
  to = Number(process.argv[3] ?? 20),
  edits = Number(process.argv[4] ?? 20)
let values = 0,
  bad = 0
const side = await luaSide()
for (let s = from; s < to; s++) {
  try {
    const r = await compareRandom(s, edits, side)
    values += r.values
    if (r.violations.length) {
      bad++
      if (bad < 15) console.log(r.violations.slice(0, 3).join('\n'))
    }
  } catch (e) {
    bad++
    if (bad < 15) console.log('model', s, (e as Error).stack?.split('\n').slice(0, 8).join('\n'))
  }
}
console.log({ values, bad })
process.exit(0)
