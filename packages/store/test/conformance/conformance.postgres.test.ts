import { conformance, exactConformance } from './conformance.ts'
import { postgresRigs, withRigs } from './rig.ts'

withRigs([postgresRigs()], conformance)
withRigs([postgresRigs()], exactConformance)
