// Goal: the language and its editor part run in a browser.
// Method: both are bundled for one; the bundle must import nothing, and stay small.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

const entries = [
  ['the language', '../../src/index.ts', 1_000_000],
  ['the editor part', '../../src/editor/index.ts', 200_000],
] as const

describe('in a browser', () => {
  it.each(entries)('%s needs no module of Node, and stays small', async (what, entry, most) => {
    const { metafile, outputFiles, errors } = await build({
      entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      minify: true,
      platform: 'browser',
      logLevel: 'silent',
    })
    expect(errors).toEqual([])
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
    expect(imports).toEqual([])
    const text = outputFiles[0]!.text
    expect(text).not.toMatch(/\bfrom\s*"node:|\brequire\(/)
    console.log(`${what}: ${text.length} bytes, minified`)
    expect(text.length).toBeLessThan(most)
  })
})
