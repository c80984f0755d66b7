// How outcomes of a function are compared with those of a peer.

import type { Measure } from './compare.ts'
import type { Peer } from './peers.ts'

export function measureOf(name: string, peer: Peer): Measure {
  return {
    // Nine digits agree. A peer that has fewer is in the lists of differences.
    tolerance: 1e-9,
    complex: name.startsWith('IM'),
    flat: !peer.cells,
  }
}
