// Where Valkey comes from: installed, or a package of Debian that is unpacked into a cache and not installed, since the
// machine may have a Redis. Releases of Debian that came before it have it among their backports.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exec, lastLines } from './exec.ts'
import { type Found, findProgram, firstThatWorks } from './find.ts'
import { checked, type RedisPrograms } from './redis-programs.ts'

const NAME = 'valkey-server'
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const cache = join(root, 'node_modules', '.cache', 'cellwake-services', 'valkey')
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

export async function findValkey(): Promise<Found<RedisPrograms>> {
  if (process.platform === 'win32') return { tried: ['a private server needs a Unix'] }
  return firstThatWorks<RedisPrograms>([
    { name: 'installed', find: installed },
    { name: 'apt', find: unpacked },
  ])
}

async function installed(): Promise<RedisPrograms | string> {
  const server = findProgram(NAME, ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'])
  return server === undefined ? `no ${NAME} on PATH or in the usual folders` : checked(server, NAME)
}

async function unpacked(): Promise<RedisPrograms | string> {
  if (!existsSync(cache)) {
    const problem = await fetchPackages()
    if (problem !== undefined) return problem
  }
  return checked(realpathSync(join(cache, 'usr', 'bin', NAME)), NAME)
}

/** Returns why it could not be fetched. Whole or not at all. */
async function fetchPackages(): Promise<string | undefined> {
  if (!existsSync('/etc/debian_version')) return 'not a Debian system'
  const mirror = await mirrorOf()
  if (mirror === undefined) return 'apt-get knows no mirror'
  console.log("Fetching Debian's valkey-server for the tests, once…")
  const aside = `${cache}.${process.pid}`
  try {
    for (const release of [`${mirror.codename}-backports`, mirror.codename]) {
      const problem = await download(aside, mirror.uri, release)
      if (problem === undefined) {
        if (!existsSync(cache)) renameSync(join(aside, 'unpacked'), cache)
        return undefined
      }
      if (release === mirror.codename) return problem
    }
    return undefined
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** With lists of its own, so that those of the machine stay as they are. */
async function download(folder: string, uri: string, release: string): Promise<string | undefined> {
  rmSync(folder, { recursive: true, force: true })
  for (const name of ['lists/partial', 'archives/partial', 'unpacked']) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  const sources = join(folder, 'sources.list')
  writeFileSync(sources, `deb [signed-by=${keyring}] ${uri} ${release} main\n`)
  const options = [
    `Dir::Etc::SourceList=${sources}`,
    'Dir::Etc::SourceParts=/dev/null',
    `Dir::State::Lists=${join(folder, 'lists')}`,
    `Dir::Cache=${folder}`,
    'APT::Sandbox::User=',
    'Acquire::Retries=0',
    'Acquire::http::Timeout=10',
  ].flatMap((option) => ['-o', option])
  const apt = (...args: string[]) => exec('apt-get', [...options, '-q', ...args], { cwd: folder })
  for (const args of [['update'], ['download', 'valkey-tools', NAME]]) {
    const { ok, output } = await apt(...args)
    if (!ok) return `apt-get has no ${NAME}: ${lastLines(output)}`
  }
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
    const { ok, output } = await exec('dpkg-deb', [
      '-x',
      join(folder, file),
      join(folder, 'unpacked'),
    ])
    if (!ok) return `dpkg-deb could not unpack ${file}: ${lastLines(output)}`
  }
  return undefined
}

/** The mirror that the machine has its own packages from. */
async function mirrorOf(): Promise<{ uri: string; codename: string } | undefined> {
  const format = '$(REPO_URI) $(CODENAME)'
  const { output } = await exec('apt-get', [
    'indextargets',
    '--format',
    format,
    'Created-By: Packages',
  ])
  for (const line of output.split('\n')) {
    const [uri = '', codename = ''] = line.split(' ')
    if (/^https?:/.test(uri) && /^[a-z]+$/.test(codename)) return { uri, codename }
  }
  return undefined
}
