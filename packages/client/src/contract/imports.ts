// A workbook or a CSV file as the text of a model, with omissions and a comparison of values. Nothing is
// deployed.

import * as z from 'zod'

export const importRequest = z.strictObject({
  /** The name of the file: its ending decides the format. */
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
  /** Formula cells with a value in the file, and those of them that agree. */
  compared: z.number(),
  equal: z.number(),
  differences: z.array(z.object({ symbol: z.string(), workbook: z.string(), model: z.string() })),
})
export type ImportedFileView = z.infer<typeof importedFile>
