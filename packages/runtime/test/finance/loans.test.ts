// Goal: loans, savings, cash flows and depreciation come to the known sums, and rates are always found.
// Method: published results, high-precision values worked out independently, and identities.
import { describe, expect, it } from 'vitest'
import { rateFunctions } from '../../src/functions/rates.ts'
import { listOf } from '../../src/values.ts'
import { bare, evaluate } from '../time/evaluate.ts'

const run = evaluate

function expectClose(formula: string, result: number | string, digits: number): void {
  const value = bare(run(formula))
  if (typeof result === 'string' || typeof value !== 'number') expect(value).toBe(result)
  else expect(Math.abs(value - result)).toBeLessThanOrEqual(0.5 * 10 ** -digits)
}

describe('published results, to the places that are published', () => {
  it.each([
    ['PMT(0.08/12, 10, 10000)', -1037.03, 2],
    ['PMT(0.08/12, 10, 10000, 0, 1)', -1030.16, 2],
    ['PMT(0.06/12, 216, 0, 50000)', -129.08, 2],
    ['FV(0.06/12, 10, -200, -500, 1)', 2581.4, 2],
    ['FV(0.12/12, 12, -1000)', 12_682.5, 2],
    ['FV(0.11/12, 35, -2000, 0, 1)', 82_846.25, 2],
    ['PV(0.08/12, 240, 500)', -59_777.15, 2],
    ['NPER(0.01, -100, -1000, 10000, 1)', 59.6738657, 7],
    ['NPER(0.01, -100, -1000, 10000)', 60.0821229, 7],
    ['NPER(0.01, -100, -1000)', -9.57859404, 8],
    ['IPMT(0.1/12, 1, 36, 8000)', -66.67, 2],
    ['IPMT(0.1, 3, 3, 8000)', -292.45, 2],
    ['PPMT(0.1/12, 1, 24, 2000)', -75.62, 2],
    ['PPMT(0.08, 10, 10, 200000)', -27_598.05, 2],
    ['NPV(0.1, -10000, 3000, 4200, 6800)', 1188.44, 2],
    ['NPV(0.08, [8000, 9200, 10000, 12000, 14500]) - 40000', 1922.06, 2],
    ['IRR([-70000, 12000, 15000, 18000, 21000])', -0.0212448, 7],
    ['IRR([-70000, 12000, 15000, 18000, 21000, 26000])', 0.0866309, 7],
    ['IRR([-70000, 12000, 15000], -0.1)', -0.443507, 6],
    ['MIRR([-120000, 39000, 30000, 21000, 37000, 46000], 0.1, 0.12)', 0.126094, 6],
    ['MIRR([-120000, 39000, 30000, 21000], 0.1, 0.12)', -0.048045, 6],
    ['MIRR([-120000, 39000, 30000, 21000, 37000, 46000], 0.1, 0.14)', 0.134759, 6],
    ['RATE(48, -200, 8000)', 0.0077015, 7],
    ['CUMIPMT(0.0075, 360, 125000, 1, 1, 0)', -937.5, 6],
    ['CUMPRINC(0.0075, 360, 125000, 1, 1, 0)', -68.27827118, 8],
    ['EFFECT(0.0525, 4)', 0.0535427, 7],
    ['NOMINAL(0.053543, 4)', 0.05250032, 8],
    ['PDURATION(0.025, 2000, 2200)', 3.86, 2],
    ['PDURATION(0.025/12, 1000, 1200)', 87.6, 1],
    ['RRI(96, 10000, 11000)', 0.0009933, 7],
    ['FVSCHEDULE(1, [0.09, 0.11, 0.1])', 1.33089, 8],
    ['ISPMT(0.1/12, 1, 36, 8000000)', -64_814.8, 1],
    ['DOLLARDE(1.1, 32)', 1.3125, 10],
    ['DOLLARFR(1.125, 32)', 1.04, 10],
    ['SYD(30000, 7500, 10, 1)', 4090.91, 2],
    ['SYD(30000, 7500, 10, 10)', 409.09, 2],
    ['DB(1000000, 100000, 6, 1, 7)', 186_083.33, 2],
    ['DB(1000000, 100000, 6, 2, 7)', 259_639.42, 2],
    ['DB(1000000, 100000, 6, 3, 7)', 176_814.44, 2],
    ['DB(1000000, 100000, 6, 4, 7)', 120_410.64, 2],
    ['DB(1000000, 100000, 6, 5, 7)', 81_999.64, 2],
    ['DB(1000000, 100000, 6, 6, 7)', 55_841.76, 2],
    ['DB(1000000, 100000, 6, 7, 7)', 15_845.1, 2],
    ['DDB(2400, 300, 3650, 1)', 1.32, 2],
    ['DDB(2400, 300, 120, 1, 2)', 40, 8],
    ['DDB(2400, 300, 10, 2, 1.5)', 306, 8],
    ['DDB(2400, 300, 10, 10)', 22.12, 2],
    ['VDB(2400, 300, 3650, 0, 1)', 1.32, 2],
    ['VDB(2400, 300, 120, 0, 1)', 40, 8],
    ['VDB(2400, 300, 120, 6, 18)', 396.31, 2],
    ['VDB(2400, 300, 120, 6, 18, 1.5)', 311.81, 2],
    ['VDB(2400, 300, 10, 0, 0.875, 1.5)', 315, 8],
  ])('%s is %d, to %d places', expectClose)

  const dates = '["2008-01-01", "2008-03-01", "2008-10-30", "2009-02-15", "2009-04-01"]'
  it.each([
    [`XIRR([-10000, 2750, 4250, 3250, 2750], ${dates}, 0.1)`, 0.373362535, 8],
    [`XNPV(0.09, [-10000, 2750, 4250, 3250, 2750], ${dates})`, 2086.647602, 6],
  ])('%s is %d, to %d places', expectClose)
})

describe('values of high precision, to 13 digits', () => {
  it.each([
    ['PMT(0.000000001, 360, 1000)', -2.7777782791666965],
    ['PMT(0.004, 360, 250000, -1000, 1)', -1305.1959485158598],
    ['PMT(-0.01, 12, 500)', -39.00822386528802],
    ['FV(0.000000000001, 1000, -1)', 1000.0000004995],
    ['FV(0.05, 30.5, -100, -1000, 1)', 11628.88652675983],
    ['PV(0.03, 17, 12.5, 100)', -225.07812548248916],
    ['IPMT(0.02, 5, 12, 1000, 50, 1)', -13.280966638944582],
    ['PPMT(0.02, 5, 12, 1000, 50, 1)', -83.07940243370156],
    ['CUMIPMT(0.01, 24, 5000, 3, 9, 1)', -280.73341223936455],
    ['CUMPRINC(0.01, 24, 5000, 3, 9, 1)', -1350.5255261906007],
    ['CUMIPMT(0.01, 24, 5000, 1, 4, 1)', -137.42933269427024],
    ['CUMPRINC(0.01, 24, 5000, 1, 4, 1)', -794.7186321228527],
    ['CUMIPMT(0.01, 24, 5000, 2, 2, 0)', -48.14632638883677],
    ['CUMPRINC(0.01, 24, 5000, 2, 2, 0)', -187.22103472748677],
    ['IRR([-1000, 300, 420, 680])', 0.1634056006889893],
    ['IRR([-1, 50, 3])', 49.059928172283335],
    ['IRR([-1000, 10, 20])', -0.853490283019151],
    ['IRR([0, 0, -1000, 300, 420, 680])', 0.1634056006889893],
    ['IRR([-1000, 300, 420, 680], 5)', 0.1634056006889893],
    ['IRR([-1000, 300, 420, 680], -0.9)', 0.1634056006889893],
    ['RATE(12.5, -90, 1000, -20, 1)', 0.02400535251046134],
    ['RATE(360, -1200, 200000)', 0.005005825006762408],
    ['RATE(360, -1200, 200000, 0, 0, 3)', 0.005005825006762408],
    ['EFFECT(0.0000001, 365)', 1.0000000498630153e-7],
    ['NOMINAL(0.07, 12)', 0.06784974464886333],
  ])('%s is %d', (formula, result) => {
    const value = run(formula) as number
    expect(Math.abs(value / result - 1)).toBeLessThan(1e-13)
  })
})

describe('exact results', () => {
  it.each([
    ['FV(0, 10, -100, -5)', 1005],
    ['PV(0, 10, -100, 50)', 950],
    ['NPER(0, -100, 950)', 9.5],
    ['RATE(10, -100, 1000)', 0],
    ['IPMT(0, 3, 10, 1000)', 0],
    ['IPMT(0.1, 1, 10, 1000, 0, 1)', 0],
    ['PPMT(0, 3, 10, 1000)', -100],
    ['NPV(0, [1, 2], 3, BLANK)', 6],
    ['XNPV(0, [1, 2], ["2026-01-01", "2026-05-01"])', 3],
    ['SLN(100, 100, 5)', 0],
    ['DB(0, 0, 5, 1)', 0],
    ['DDB(1000, 900, 5, 1)', 100],
    ['DDB(1000, 900, 5, 2)', 0],
    ['VDB(1000, 0, 4, 0, 4)', 1000],
    ['VDB(1000, 0, 4, 2, 2)', 0],
    ['VDB(1000, 0, 4, 0, 4, 2, TRUE)', 937.5],
    ['AMORLINC(2400, DATE(2008, 8, 19), DATE(2008, 12, 31), 300, 50, 0.15, 1)', 0],
    ['AMORDEGRC(2400, DATE(2008, 8, 19), DATE(2008, 12, 31), 300, 0, 0.15, 1)', 330],
    ['AMORDEGRC(2400, DATE(2008, 8, 19), DATE(2008, 12, 31), 300, 9, 0.15, 1)', 0],
    ['DOLLARDE(-1.02, 16)', -1.125],
    ['DOLLARFR(3, 8)', 3],
  ])('%s is %d', (formula, result) => {
    expect((run(formula) as number) + 0).toBe(result)
  })
})

describe('wrong arguments', () => {
  it.each([
    ['PMT(0.1, 0, 1000)', '#NUM!'],
    ['IPMT(0.1, 0, 3, 1000)', '#NUM!'],
    ['PPMT(0.1, 4, 3, 1000)', '#NUM!'],
    ['CUMIPMT(0, 3, 1000, 1, 2, 0)', '#NUM!'],
    ['CUMIPMT(0.1, 3, 1000, 2, 1, 0)', '#NUM!'],
    ['CUMPRINC(0.1, 3, 1000, 1, 4, 0)', '#NUM!'],
    ['CUMPRINC(0.1, 3, 1000, 1, 2, 2)', '#NUM!'],
    ['NPER(0.01, -1, 1000)', '#NUM!'],
    ['NPER(0, 0, 1000)', '#NUM!'],
    ['RATE(0, -1, 1000)', '#NUM!'],
    ['RATE(10, 100, 1000)', '#NUM!'],
    ['RATE(100, 0, -100, 0)', '#NUM!'],
    ['IRR([100, 200])', '#NUM!'],
    ['IRR([-100])', '#NUM!'],
    ['IRR([1, -2, 2])', '#NUM!'],
    ['IRR([-100, 110], -1)', '#VALUE!'],
    ['IRR([-100, #N/A])', '#N/A'],
    ['MIRR([100, 200], 0.1, 0.1)', '#DIV/0!'],
    ['NPV(-1, 100)', '#DIV/0!'],
    ['NPV(0.1, [1, #REF!])', '#REF!'],
    ['XIRR([-100, 110], ["2026-01-02", "2026-01-01"])', '#NUM!'],
    ['XIRR([-100, 110], ["2026-01-02"])', '#NUM!'],
    ['XIRR([100, 110], ["2026-01-01", "2026-02-01"])', '#NUM!'],
    ['XNPV(-1, [1], ["2026-01-01"])', '#NUM!'],
    ['EFFECT(0, 4)', '#NUM!'],
    ['NOMINAL(0.1, 0.5)', '#NUM!'],
    ['PDURATION(0, 1, 2)', '#NUM!'],
    ['RRI(0, 1, 2)', '#NUM!'],
    ['RRI(2, 0, 2)', '#DIV/0!'],
    ['RRI(2, -1, 2)', '#NUM!'],
    ['FVSCHEDULE(1, ["x"])', '#VALUE!'],
    ['DOLLARDE(1, -1)', '#NUM!'],
    ['DOLLARFR(1, 0)', '#DIV/0!'],
    ['SLN(1, 1, 0)', '#DIV/0!'],
    ['SYD(1, 1, 3, 4)', '#NUM!'],
    ['DB(1, 1, 0, 1)', '#NUM!'],
    ['DB(10, 1, 5, 6)', '#NUM!'],
    ['DB(10, 1, 5, 1, 13)', '#NUM!'],
    ['DDB(10, 1, 5, 6)', '#NUM!'],
    ['DDB(10, 1, 5, 1, 0)', '#NUM!'],
    ['VDB(10, 1, 5, 3, 2)', '#NUM!'],
    ['VDB(10, 1, 5, 3, 6)', '#NUM!'],
    ['AMORLINC(2400, DATE(2008, 8, 19), DATE(2008, 12, 31), 300, 1, 0.15, 2)', '#NUM!'],
    ['AMORDEGRC(2400, DATE(2009, 8, 19), DATE(2008, 12, 31), 300, 1, 0.15)', '#NUM!'],
  ])('%s is %s', (formula, result) => {
    expect(bare(run(formula))).toBe(result)
  })
})

describe('identities', () => {
  it('a found rate makes the cash flows worth nothing', () => {
    let seed = 3
    const next = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    for (let i = 0; i < 300; i++) {
      const values = [-100 * next() - 1]
      const count = 1 + Math.floor(next() * 30)
      for (let k = 0; k < count; k++) values.push(next() * 40)
      const rate = rateFunctions.IRR!([listOf(values)]) as number
      expect(typeof rate).toBe('number')
      const scale = values.reduce((sum, value, k) => sum + Math.abs(value) / (1 + rate) ** k, 0)
      const worth = values.reduce((sum, value, k) => sum + value / (1 + rate) ** k, 0)
      expect(Math.abs(worth)).toBeLessThan(scale * 1e-12 * (1 + count))
    }
  })

  it('interest and principal add up to the payment, and principals to the loan', () => {
    for (const type of [0, 1])
      for (const rate of [0.0001, 0.01, 0.2]) {
        let principal = 0
        for (let period = 1; period <= 18; period++) {
          const interest = run(`IPMT(${rate}, ${period}, 18, 900, 0, ${type})`) as number
          const part = run(`PPMT(${rate}, ${period}, 18, 900, 0, ${type})`) as number
          expect(interest + part).toBeCloseTo(run(`PMT(${rate}, 18, 900, 0, ${type})`) as number, 9)
          principal += part
        }
        expect(principal).toBeCloseTo(-900, 8)
      }
  })

  it('depreciation over a whole life is the cost less the salvage value', () => {
    for (const life of [1, 3, 7.5, 40]) {
      for (const factor of [1, 2, 3.5])
        expect(run(`VDB(5000, 400, ${life}, 0, ${life}, ${factor})`)).toBeCloseTo(4600, 8)
    }
    let digits = 0
    let linear = 0
    for (let period = 0; period <= 12; period++) {
      if (period > 0) digits += run(`SYD(5000, 400, 12, ${period})`) as number
      const start = 'DATE(2026, 3, 14), DATE(2026, 12, 31)'
      linear += run(`AMORLINC(5000, ${start}, 400, ${period}, 0.1, 0)`) as number
    }
    expect(digits).toBeCloseTo(4600, 8)
    expect(linear).toBeCloseTo(4600, 8)
  })

  it('parts of a depreciation add up to the whole', () => {
    const whole = run('VDB(2400, 300, 10, 0.5, 8.25)') as number
    const parts = ['0.5, 1.75', '1.75, 6', '6, 8.25'].map(
      (span) => run(`VDB(2400, 300, 10, ${span})`) as number,
    )
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(whole, 9)
  })
})
