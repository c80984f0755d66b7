// Opens a store, says so, and holds it until somebody kills this process.

import { openStore } from '../../src/index.ts'

const store = await openStore(process.argv[2]!)
console.log(`open at ${store.seq}`)
setInterval(() => {}, 1_000)
