// Run after `npm install` changed package-lock.json. npm leaves out the binaries for other platforms
// when its registry does not answer for them, and `npm ci` then refuses the file everywhere. This
// adds an entry for each: name and version are known, the platform is read off the name, and npm
// fetches it only on that platform. Tidy fails while one is missing.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './run.mjs'

/** The optional packages that some package of the lockfile names and the lockfile does not have. */
export function missingPackages({ packages }) {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(
        ([name]) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
      )
      .map(([name, version]) => ({ name, version, dev })),
  )
}

/** `@biomejs/cli-linux-x64-musl` → linux, x64, musl. */
function platformOf(name) {
  const words = name.split('/').at(-1).split('-')
  const systems = [
    'aix',
    'android',
    'darwin',
    'freebsd',
    'linux',
    'netbsd',
    'openbsd',
    'openharmony',
  ]
  const os = words.find((word) => [...systems, 'sunos', 'win32'].includes(word))
  const cpu = words.find((word) =>
    /^(arm|arm64|ia32|loong64|ppc64|riscv64|s390x|x64|wasm32)$/.test(word),
  )
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') ? 'glibc' : undefined
  if (cpu === undefined) throw new Error(`Cannot tell the platform of ${name}: add it by hand`)
  return { ...(os && { os: [os] }), cpu: [cpu], ...(libc && { libc: [libc] }) }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = join(root, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingPackages(lock)
  for (const { name, version, dev } of missing)
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(dev && { dev }),
      optional: true,
      ...platformOf(name),
    }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries(sorted)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${missing.length} packages added to package-lock.json`)
}
