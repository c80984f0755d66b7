// A workbook or a CSV file as the text of a model, with what was left behind and how the values agree. Nothing is
// deployed.

import * as z from 'zod'

export const importRequest = z.strictObject({
  /** Of the file: its ending says what it is. */
  name: z.string().min(1).max(255),
  /** Its bytes, in base64. */
  data: z.string(),
})
export type ImportRequest = z.infer<typeof importRequest>

export const importedFile = z.object({
  source: z.string(),
  cells: z.number(),
  formulas: z.number(),
  names: z.number(),
  /** Omissions, a sentence each; the first of so many. */
  left: z.array(z.string()),
  leftCount: z.number(),
  /** Formula cells whose value the file knows, and those that agree. */
  compared: z.number(),
  equal: z.number(),
  differences: z.array(z.object({ symbol: z.string(), workbook: z.string(), model: z.string() })),
})
export type ImportedFileView = z.infer<typeof importedFile>
