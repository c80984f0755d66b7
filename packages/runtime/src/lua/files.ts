// The files that Lua shares. Everything in `src` is shared but the exceptions listed here, so a new file
// is held to the subset from its first day.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package: beside `src` lies the Lua that is written by hand. */
const root = fileURLToPath(new URL('../../', import.meta.url))

export const sourceFolder: string = join(root, 'src')

/** Lua's half of `primitives.ts`. */
export const luaPrimitives: string = join(root, 'lua', 'primitives.lua')

/** For JavaScript alone: code that needs a catalogue, the wire form, exceptions, and this build. */
const NOT_SHARED =
  /^(compile\/compile|program\/.*|emit\/.*|wire|errors|index|primitive[^/]*|lua\/.*)\.ts$/

/** The shared files, as paths below `src`, in order. */
export function sharedFiles(): string[] {
  return readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !NOT_SHARED.test(path))
    .sort()
}
