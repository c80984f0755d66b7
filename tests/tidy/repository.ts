// The repository works on any machine, and installs the same everywhere.
import { rooms } from './architecture.ts'
import type { Finding, Project } from './project.ts'

/** Paths that exist only where the author sat, or beside the repository and not in it. */
export function noMachinePaths(project: Project): Finding[] {
  const pattern = /(?<![\w.~-])\/(?:work|root|farm)\/|\.\.\/shared\b/
  return project.paths.flatMap((path) =>
    project
      .text(path)
      .split('\n')
      .flatMap((line, index) => {
        const match = pattern.exec(line)
        return match === null ? [] : [`${path}:${index + 1} mentions ${match[0]}`]
      }),
  )
}

const MAP = 'ARCHITECTURE.md'
const PERFORMANCE = 'docs/performance.md'

/** A map that names a place that is not there sends people astray. */
export function mapNamesPlaces(project: Project): Finding[] {
  return [MAP, PERFORMANCE].flatMap((map) =>
    placesIn(project.text(map))
      .filter(({ full }) => !project.paths.some((path) => path === full || isBelow(path, full)))
      .map(({ shown }) => `${map} names ${shown}, which is not there`),
  )
}

function placesIn(text: string): { readonly shown: string; readonly full: string }[] {
  return [...text.matchAll(/`([a-z]+)\/([\w./-]*)`/g)].map(([, room, path]) => ({
    shown: `${room}/${path}`,
    full: rooms[room ?? ''] === undefined ? `${room}/${path}` : `packages/${room}/src/${path}`,
  }))
}

/** A walk reads each file once: no step goes back to one that a step before it has named. */
export function walksGoForward(project: Project): Finding[] {
  const [, walks = ''] = /## \w+ walks\n(.*?)\n## /s.exec(project.text(MAP)) ?? []
  return walks.split(/^### /m).flatMap((walk) => {
    const [title = ''] = walk.split('\n')
    const seen = new Set<string>()
    return walk.split(/^\d+\. /m).flatMap((step) => {
      const files = new Set(placesIn(step).map(({ shown }) => shown))
      const back = [...files].filter((file) => seen.has(file))
      for (const file of files) seen.add(file)
      return back.map((file) => `${MAP}, ${title}: a step goes back to ${file}`)
    })
  })
}

/** Each optimisation on the page has a comment that points to it, and each such comment its place on the page. */
export function optimisationsAreListed(project: Project): Finding[] {
  const listed = [...project.text(PERFORMANCE).matchAll(/^### (.+)$/gm)].map(([, title]) => title)
  const pointed = project.paths
    .filter((path) => /^packages\/\w+\/src\/.*\.ts$/.test(path))
    .flatMap((path) =>
      [...project.text(path).matchAll(/See performance: (.+?)(?:\.|\s*\*\/)?$/gm)].map(
        ([, title]) => ({ path, title }),
      ),
    )
  return [
    ...pointed
      .filter(({ title }) => !listed.includes(title))
      .map(({ path, title }) => `${path}: ${PERFORMANCE} has no "${title}"`),
    ...listed
      .filter((title) => !pointed.some((pointer) => pointer.title === title))
      .map((title) => `${PERFORMANCE}: no comment points to "${title}"`),
  ]
}

function isBelow(path: string, folder: string): boolean {
  return folder.endsWith('/') && path.startsWith(folder)
}

/** A recorded address ties every install to one registry. */
export function lockWithoutHosts(project: Project): Finding[] {
  return project.paths
    .filter((path) => path.endsWith('package-lock.json'))
    .flatMap((path) =>
      [...project.text(path).matchAll(/"resolved": "(\w+:[^"]*)"/g)].map(
        (match) => `${path} records ${match[1]}`,
      ),
    )
}

/** `npm ci` refuses a lockfile that leaves out a platform's binaries; a script adds them. */
export function lockForEveryPlatform(project: Project): Finding[] {
  const packages = Object(project.json('package-lock.json').packages) as Record<string, unknown>
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(Object(Object(entry).optionalDependencies))
      .filter(
        (name) =>
          !(`node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages),
      )
      .map((name) => `package-lock.json lacks ${name}: run node scripts/complete-lockfile.mjs`),
  )
}

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']

export function exactVersions(project: Project): Finding[] {
  return project.paths
    .filter((path) => /(^|\/)package\.json$/.test(path))
    .flatMap((path) =>
      kinds.flatMap((kind) =>
        Object.entries(project.json(path)[kind] ?? {})
          .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))
          .map(([name, version]) => `${path} wants ${name} ${version}: pin it`),
      ),
    )
}
