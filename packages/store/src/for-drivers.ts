// Exports for drivers outside of this package.

export { BufferedRows, type RowSource } from './buffered-rows.ts'
export * from './driver.ts'
export { fault } from './faults.ts'
export type { Retention } from './retention.ts'
export { parseValue } from './value.ts'
