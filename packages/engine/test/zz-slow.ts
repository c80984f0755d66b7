import { Comparison } from './support/incremental.ts'
for (let i = 0; i < 40; i++) {
  const t = performance.now()
  const rig = await Comparison.of(100003 + i)
  const v: string[] = []
  await rig.run(20, v)
  const ms = performance.now() - t
  if (ms > 400 || v.length) console.log(i, Math.round(ms), rig.formulas, rig.source.length, v.map((x) => x.slice(0, 300)), rig.model.graph.cells.grid.size)
}
