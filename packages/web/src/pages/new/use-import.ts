// The import of a file: it is read here, converted by the server, and returned as a text with a report.

import type { ImportedFileView } from '@cellwake/client'
import { useCallback, useRef, useState } from 'react'
import { client } from '../../data/client.ts'
import { IMPORT_MAX_BYTES } from '../../limits.ts'

export type ImportState =
  | { readonly step: 'waiting' }
  | { readonly step: 'reading'; readonly name: string; readonly share: number }
  | { readonly step: 'computing'; readonly name: string; readonly since: number }
  | { readonly step: 'done'; readonly name: string; readonly found: ImportedFileView }
  | { readonly step: 'refused'; readonly name: string; readonly why: string }

export function useImport(onSource: (source: string) => void) {
  const [state, setState] = useState<ImportState>({ step: 'waiting' })
  const newest = useRef(0)
  const begin = useCallback(
    async (file: File) => {
      const own = ++newest.current
      // A file that was dropped meanwhile takes its place.
      const tell = (next: ImportState) => {
        if (newest.current === own) setState(next)
      }
      const { name } = file
      if (file.size > IMPORT_MAX_BYTES) {
        const most = Math.floor(IMPORT_MAX_BYTES / 1024 ** 2)
        const why = `The file is larger than ${most} MiB. Import it with cellwake import ${name}.`
        tell({ step: 'refused', name, why })
        return
      }
      try {
        tell({ step: 'reading', name, share: 0 })
        const data = await base64Of(file, (share) => tell({ step: 'reading', name, share }))
        tell({ step: 'computing', name, since: Date.now() })
        const found = await client.importFile({}, { name, data })
        if (newest.current !== own) return
        onSource(found.source)
        tell({ step: 'done', name, found })
      } catch (error) {
        tell({ step: 'refused', name, why: error instanceof Error ? error.message : String(error) })
      }
    },
    [onSource],
  )
  return { state, begin }
}

function base64Of(file: File, onShare: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onprogress = ({ loaded, total }) => onShare(total === 0 ? 1 : loaded / total)
    reader.onerror = () => reject(new Error('The file could not be read. Choose it again.'))
    reader.onload = () => {
      const url = String(reader.result)
      resolve(url.slice(url.indexOf(',') + 1))
    }
    reader.readAsDataURL(file)
  })
}
