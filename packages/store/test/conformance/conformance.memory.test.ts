import { conformance, exactConformance } from './conformance.ts'
import { memoryRigs, withRigs } from './rig.ts'

withRigs([memoryRigs], conformance)
withRigs([memoryRigs], exactConformance)
