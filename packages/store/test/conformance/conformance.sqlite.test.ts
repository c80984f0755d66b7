import { conformance, exactConformance } from './conformance.ts'
import { sqliteRigs, withRigs } from './rig.ts'

withRigs([sqliteRigs], conformance)
withRigs([sqliteRigs], exactConformance)
