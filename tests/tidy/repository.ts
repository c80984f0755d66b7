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

/** A map that names a place that is not there sends people astray. */
export function mapNamesPlaces(project: Project): Finding[] {
  const map = 'ARCHITECTURE.md'
  const named = [...project.text(map).matchAll(/`([a-z]+)\/([\w./-]*)`/g)]
  const places = named.map(([, room, path]) => ({
    shown: `${room}/${path}`,
    full: rooms[room ?? ''] === undefined ? `${room}/${path}` : `packages/${room}/src/${path}`,
  }))
  return places
    .filter(({ full }) => !project.paths.some((path) => path === full || isBelow(path, full)))
    .map(({ shown }) => `${map} names ${shown}, which is not there`)
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
