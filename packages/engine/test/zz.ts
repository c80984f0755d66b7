import { compareRandom, tsSide } from './support/interpreted.ts'

const from = Number(process.argv[2] ?? 1),
  to = Number(process.argv[3] ?? 20),
  edits = Number(process.argv[4] ?? 20)
let v = 0,
  values = 0,
  bad = 0
for (let s = from; s < to; s++) {
  try {
    const r = await compareRandom(s, edits, tsSide())
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
