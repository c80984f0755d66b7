// Every rule, under the claim it makes. The claims are the names of the tests.
import { facadesOnlyForward, importCycles, importEdges } from './imports.ts'
import {
  ambientCalls,
  codeFromText,
  openedSecrets,
  openSockets,
  redisKeys,
  sqlText,
} from './permissions.ts'
import type { Rule } from './project.ts'
import {
  exactVersions,
  lockForEveryPlatform,
  lockWithoutHosts,
  mapNamesPlaces,
  noMachinePaths,
  optimisationsAreListed,
  walksGoForward,
} from './repository.ts'
import {
  commentsNameTheirSubject,
  errorsInCatalogue,
  limitsInOnePlace,
  noAny,
  noSuppressions,
  nothingLeftOver,
  openingComments,
} from './source.ts'
import {
  everyTestAsserts,
  guaranteesAreProved,
  intrudersRunAlone,
  namedTestsExist,
  noTestAlone,
  skipsHaveReasons,
} from './tests.ts'

export const rules = {
  'packages import only what the table allows': importEdges,
  'no file imports itself in a circle': importCycles,
  'index.ts holds exports only': facadesOnlyForward,
  'time, chance and the network are injected': ambientCalls,
  'only the door out opens sockets': openSockets,
  'only the door out opens secrets': openedSecrets,
  'only the sandbox runs code from text': codeFromText,
  'only a store driver holds SQL': sqlText,
  'only packages/redis holds Redis keys': redisKeys,
  'nothing is typed any': noAny,
  'no check is silenced in shipped code': noSuppressions,
  'nothing is left to do': nothingLeftOver,
  'a comment of shipped code names its subject': commentsNameTheirSubject,
  'files of the durable packages say what they are': openingComments,
  'error classes live in errors.ts': errorsInCatalogue,
  'limits live in limits.ts': limitsInOnePlace,
  'every test asserts something': everyTestAsserts,
  'no test runs alone': noTestAlone,
  'only a test file with a process of its own replaces a module or makes it fail':
    intrudersRunAlone,
  'no test is skipped without a reason': skipsHaveReasons,
  'a test named in a comment exists': namedTestsExist,
  'each guarantee links to its proof': guaranteesAreProved,
  'no file mentions the machine it was written on': noMachinePaths,
  'the map names places that exist': mapNamesPlaces,
  'a walk never goes back to a file it came from': walksGoForward,
  'each optimisation is listed, and each on the list is in the code': optimisationsAreListed,
  'the lockfile names no host': lockWithoutHosts,
  'the lockfile knows every platform': lockForEveryPlatform,
  'every dependency has an exact version': exactVersions,
} satisfies Record<string, Rule>
