// Where the browser of the interface's tests comes from: installed, or Debian. It is a program that each test file
// starts for itself, not a server, so an installed one is used even where no service is wanted.
import { aptInstall } from './apt.ts'
import { exec, lastLines } from './exec.ts'
import { allowedWays, type Found, findProgram, firstThatWorks } from './find.ts'

export type Chromium = { path: string }

export const chromiumAdvice = [
  'To have it: install Chromium or Chrome (Debian: apt-get install chromium; Mac: brew install --cask',
  'chromium), so that it is on PATH.',
].join(' ')

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'Chromium']
const usualFolders = [
  '/Applications/Chromium.app/Contents/MacOS',
  '/Applications/Google Chrome.app/Contents/MacOS',
]

export async function findChromium(): Promise<Found<Chromium>> {
  const there = await installed()
  if (typeof there !== 'string') return { programs: there }
  if (allowedWays() === 'off') return { tried: [`installed: ${there}`] }
  return firstThatWorks<Chromium>([
    { name: 'installed', find: async () => there },
    { name: 'apt', find: fromApt },
  ])
}

async function installed(): Promise<Chromium | string> {
  for (const name of [...names, 'Google Chrome']) {
    const path = findProgram(name, usualFolders)
    if (path === undefined) continue
    const { ok, output } = await exec(path, ['--version'])
    return ok ? { path } : `${path} does not run: ${lastLines(output)}`
  }
  return 'no Chromium or Chrome on PATH or in the usual folders'
}

async function fromApt(): Promise<Chromium | string> {
  const problem = await aptInstall('chromium')
  return problem ?? installed()
}
