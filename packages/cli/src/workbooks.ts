// `cellwake/workbooks`: workbooks of Excel in code, read, written and turned into models.

export { gridText, type Imported } from './sheets/grid-text.ts'
export { readWorkbook } from './sheets/read-workbook.ts'
export { servedWorkbook } from './sheets/served-workbook.ts'
export { type ValueDifference, type Verified, verifyImport } from './sheets/verify-import.ts'
export type {
  Area,
  Literal,
  Workbook,
  WorkCell,
  WorkName,
  WorkSheet,
  WorkTable,
} from './sheets/workbook.ts'
export { writeWorkbook } from './sheets/write-workbook.ts'
