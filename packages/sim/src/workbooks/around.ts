// A model around once: exported from a server as a workbook, and imported again. It must be the same model, and what was
// exported is for LibreOffice to calculate.

import { CellwakeClient } from '@cellwake/client'
import { Engine } from '@cellwake/engine'
import { systemClock } from '@cellwake/scheduler'
import { createServer } from '@cellwake/server'
import { openStore } from '@cellwake/store'
import {
  gridText,
  readWorkbook,
  servedWorkbook,
  type Workbook,
  writeWorkbook,
} from 'cellwake/workbooks'

export interface Around {
  /** The exported file, without the values of its formulas. */
  readonly bare: Uint8Array
  /** Lines of the model that it lost or gained, and omissions of the export. */
  readonly changes: readonly string[]
}

/** Exports and imports models on a private server. */
export class Rounds {
  readonly #engine: Engine
  readonly #client: CellwakeClient
  readonly #close: () => Promise<void>

  private constructor(engine: Engine, url: string, close: () => Promise<void>) {
    this.#engine = engine
    this.#client = new CellwakeClient({ url })
    this.#close = close
  }

  static async open(): Promise<Rounds> {
    const clock = systemClock()
    const store = await openStore('memory:', { clock })
    const engine = new Engine({ store, clock })
    const server = await createServer({ engine, store, clock })
    const { url } = await server.listen({ port: 0, host: '127.0.0.1' })
    return new Rounds(engine, url, async () => {
      await server.close()
      await engine.close()
      await store.close()
      clock.close()
    })
  }

  async of(title: string, text: string): Promise<Around> {
    const id = title.replaceAll(' ', '-')
    await this.#engine.deploy(text, { id, by: 'rig' })
    await this.#engine.idle()
    const exported = await servedWorkbook(this.#client, id)
    const again = gridText(title, readWorkbook(writeWorkbook(exported))).text
    return {
      bare: writeWorkbook(withoutValues(exported)),
      changes: [
        ...exported.left,
        ...linesBeside(text, again).map((line) => `lost: ${line}`),
        ...linesBeside(again, text).map((line) => `gained: ${line}`),
      ],
    }
  }

  close(): Promise<void> {
    return this.#close()
  }
}

function withoutValues(workbook: Workbook): Workbook {
  const sheets = workbook.sheets.map((sheet) => ({
    ...sheet,
    cells: sheet.cells.map((cell) =>
      cell.formula === undefined ? cell : { ...cell, value: undefined },
    ),
  }))
  return { ...workbook, sheets }
}

/** The lines of a text that another one has not. */
function linesBeside(text: string, other: string): string[] {
  const known = new Set(other.split('\n'))
  return text.split('\n').filter((line) => !known.has(line))
}
