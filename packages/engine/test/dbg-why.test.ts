import { MemoryDriver } from '@cellwake/store'
import { seededRandom } from '@cellwake/store/testing'
import { it } from 'vitest'
import { randomModel, randomEdit } from './random-model.ts'
import { openHost } from './support/live.ts'
it('x', async () => {
  const random = seededRandom(10)
  let what = randomModel(random)
  let host = await openHost(new MemoryDriver())
  let { model } = await host.engine.deploy(what.source, { id: 'm' })
  for (let step = 0; step < 16; step++) {
    const chance = random()
    let d = ''
    if (chance < 0.1) { host = await host.restart(); model = await host.engine.model('m'); d='restart' }
    else if (chance < 0.2) { what = randomModel(random); ({ model } = await host.engine.deploy(what.source, { id: 'm' })); d='deploy' }
    else if (chance < 0.25) { ({ model } = await host.engine.rollback('m', 1)); d='rollback' }
    else {
      const edit = randomEdit(random, what); d = JSON.stringify(edit)
      if (edit.kind === 'set') await model.set(edit.values, { by: 'somebody' }).catch((e) => { d += e.code })
      else if (model.find(edit.symbol) !== undefined) await model.resolve(edit.symbol)
    }
    if (model.find('D6')?.template) console.log(step, 'flags', model.find('D6')?.flags, 'live', model.find('D6')?.live, [...model.graph.below(model.find('D6')!)].map((n) => model.graph.symbolOf(n)+'='+JSON.stringify(n.value)).join(' '));
    console.log(step, model.rev, d, JSON.stringify(model.get('D6')), model.find('D6')?.template?.mode, JSON.stringify(host.store.read({space:'model:m',id:'~D6',path:[]})), JSON.stringify(host.store.read({space:'model:m',id:'D6',path:[]})))
  }
  console.log(what.source.split('\n').filter((l) => /^(D6|late|early)|K1/.test(l)).join('\n'))
  const p = await model.cellsAt(['D6'], 7)
  console.log(JSON.stringify(p))
})
