// Goal: what is imported from a workbook gives the values that another program gives. Method: a sample of the rig of
// workbooks, which `npm run sim -- workbooks` runs whole; its planted import must be noticed. Without LibreOffice it is
// shown as skipped.

import { expect, it } from 'vitest'
import { office } from '../src/workbooks/libreoffice.ts'
import { workbookRig } from '../src/workbooks/rig.ts'

it.skipIf(office() === undefined)(
  'random workbooks have the values of LibreOffice',
  { timeout: 300_000 },
  async () => {
    const { figures, violations } = await workbookRig({ seed: 3, books: 3, log: () => {} })
    expect(violations).toEqual([])
    expect(figures.compared).toBeGreaterThan(500)
  },
)
