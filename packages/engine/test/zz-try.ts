import { compareWithScratch } from './support/incremental.ts'
const seed = Number(process.argv[2] ?? 1), models = Number(process.argv[3] ?? 20), edits = Number(process.argv[4] ?? 20)
const t = Date.now()
const r = await compareWithScratch({ seed, models, edits, violationsMax: Number(process.argv[5] ?? 5) })
console.log({ ...r, violations: r.violations.slice(0, 12).map(v=>v.slice(0,500)) }, Date.now() - t)
