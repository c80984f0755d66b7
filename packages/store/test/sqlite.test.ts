// Faults that only SQLite can have: files that cannot be opened, files that are not ours, files that
// are damaged, a second process, a full disk, and files that grow.

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { onFault, openDriver, openStore, type Store } from '../src/index.ts'
import { runChild } from './children/run.ts'
import { at, expectAccepted, expectCode, loaded, put } from './conformance/support.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cellwake-sqlite-'))
  path = join(folder, 'store.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (file = path): Promise<Store> => openStore(`sqlite:${file}`)

async function written(documents = 200): Promise<void> {
  await using store = await open()
  await put(store, Object.fromEntries(range(documents).map((i) => [`d${i}`, 'x'.repeat(500)])))
}

const range = (n: number) => Array.from({ length: n }, (_, i) => i)

describe('opening', () => {
  it.each(['sqlite:', 'sqlite::memory:'])('%s has no file and is refused', async (url) => {
    await expectCode(() => openDriver(url), 'url-malformed')
  })

  it('missing folders are made', async () => {
    const deep = join(folder, 'a', 'b', 'store.db')
    await (await open(deep)).close()
    expect(existsSync(deep)).toBe(true)
  })

  it('an empty file becomes a store', async () => {
    writeFileSync(path, '')
    await using store = await open()
    expect(await put(store, { d: 1 })).toBe(1)
  })

  it('a path below a file is refused', async () => {
    writeFileSync(join(folder, 'file'), '')
    await expectCode(() => open(join(folder, 'file', 'store.db')), 'path-unwritable')
  })

  it('a folder is refused', async () => {
    mkdirSync(path)
    const error = await expectCode(() => open(), 'path-unwritable')
    expect(error.message).toContain(path)
  })

  it.each(['/proc/cellwake/store.db', '/sys/cellwake.db', '/dev/null/store.db'])(
    'a place where nobody may write, %s, is refused',
    async (where) => {
      await expectCode(() => open(where), 'path-unwritable')
    },
  )

  it('a device is refused', async () => {
    await expect(open('/dev/full')).rejects.toMatchObject({ name: 'StoreError' })
  })

  it('the settings are read back and shown', async () => {
    await using store = await open()
    expect(store.durability).toMatchObject({
      driver: 'sqlite',
      tier: 'A',
      settings: { journal_mode: 'wal', synchronous: 'FULL', locking_mode: 'exclusive' },
    })
  })

  it('a first opening that broke off is begun again', async () => {
    const disarm = onFault((point) => {
      if (point === 'sqlite:migrate') throw new Error('broken off')
    })
    await expect(open()).rejects.toThrow('broken off')
    disarm()
    await using store = await open()
    expect(await put(store, { d: 1 })).toBe(1)
  })
})

describe('files that are not ours', () => {
  it('a file that is not SQLite is refused and left as it was', async () => {
    writeFileSync(path, 'Dear diary, '.repeat(1_000))
    const before = readFileSync(path)
    await expectCode(() => open(), 'store-corrupt')
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('a SQLite file of something else is refused and left as it was', async () => {
    const other = new Database(path)
    other.exec('CREATE TABLE music (title TEXT); INSERT INTO music VALUES (1)')
    other.close()
    const before = readFileSync(path)
    const error = await expectCode(() => open(), 'store-corrupt')
    expect(error.message).toContain('something else')
    expect(readFileSync(path).equals(before)).toBe(true)
  })
})

describe('damage', () => {
  it('in the middle of the file is found at the start', async () => {
    await written()
    const { size } = statSync(path)
    const file = openSync(path, 'r+')
    writeSync(file, Buffer.alloc(16_384, 0xa5), 0, 16_384, Math.floor(size / 2))
    await expectCode(() => open(), 'store-corrupt')
  })

  it('of the first page is found at the start', async () => {
    await written()
    writeSync(openSync(path, 'r+'), Buffer.alloc(100, 0), 0, 100, 0)
    await expectCode(() => open(), 'store-corrupt')
  })

  it('by cutting the file short is found at the start', async () => {
    await written()
    truncateSync(path, Math.floor(statSync(path).size / 2))
    await expectCode(() => open(), 'store-corrupt')
  })

  it('of one value is found when it is met, and names the place', async () => {
    await written()
    const db = new Database(path)
    db.exec(`UPDATE docs SET value = '{"cut' WHERE id = 'd7'`)
    db.close()
    await using store = await open()
    const error = await expectCode(() => store.load({ space: 'model', id: 'd7' }), 'store-corrupt')
    expect(error.message).toContain('model/d7')
    expect(await loaded(store, at('d8'))).toHaveLength(500)
  })
})

describe('one process at a time', () => {
  it('a second process is told so at once, and waits for nothing', async () => {
    const child = runChild('open-and-hold.ts', `sqlite:${path}`)
    await child.printed(1)
    const error = await expectCode(() => open(), 'store-locked')
    expect(error.retryable).toBe(true)
    await child.kill()
    await using store = await open()
    expect(await put(store, { d: 1 })).toBe(1)
  })

  it('a second opening in the same process is told so as well', async () => {
    await using store = await open()
    await expectCode(() => open(), 'store-locked')
    expect(await put(store, { d: 1 })).toBe(1)
  })

  it('after closing the file is free', async () => {
    await written()
    const child = runChild('open-and-hold.ts', `sqlite:${path}`)
    await child.printed(1)
    expect(child.lines).toEqual(['open at 1'])
    await child.kill()
  })
})

describe('a crash', () => {
  it('leaves files that hold everything acknowledged, whenever they are copied', async () => {
    const store = await open()
    for (const n of range(30)) {
      await put(store, { d: n, [`d${n}`]: n })
      if (n % 10 !== 9) continue
      const copy = join(folder, `copy-${n}.db`)
      copyFileSync(path, copy)
      copyFileSync(`${path}-wal`, `${copy}-wal`)
      await using image = await open(copy)
      expect(await loaded(image, at('d'))).toBe(n)
      expect(image.seq).toBe(n + 1)
    }
    await store.close()
  })
})

describe('a database that is made', () => {
  it('can be read by its owner alone, and so can folders that are made for it', async () => {
    const file = join(folder, 'new', 'deep', 'store.db')
    const store = await openStore(`sqlite:${file}`)
    await store.commit({ write: [{ at: at('d'), value: 1 }] })
    const modes = [dirname(dirname(file)), dirname(file), file, `${file}-wal`].map((one) =>
      (statSync(one).mode & 0o777).toString(8),
    )
    await store.close()
    expect(modes).toEqual(['700', '700', '600', '600'])
  })

  it('leaves the rights of one that is there as they are', async () => {
    const file = join(folder, 'shared.db')
    await (await openStore(`sqlite:${file}`)).close()
    chmodSync(file, 0o640)
    await (await openStore(`sqlite:${file}`)).close()
    expect((statSync(file).mode & 0o777).toString(8)).toBe('640')
  })
})

describe('a full disk', () => {
  it('refuses commits, loses none that were acknowledged, and goes on when there is room', async ({
    skip,
  }) => {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { stdio: 'ignore' })
    } catch {
      return skip('a small disk cannot be mounted here')
    }
    try {
      const store = await open(join(disk, 'store.db'))
      const acknowledged: number[] = []
      let refused: unknown
      for (let n = 0; n < 400 && refused === undefined; n++) {
        const result = await store.commit({
          write: [{ at: at(`d${n}`), value: `${n} `.repeat(20_000) }],
          receipts: [{ id: `r${n}` }],
        })
        if (result.rejected === undefined) acknowledged.push(n)
        else refused = result.code
      }
      expect(refused).toBe('disk-full')
      expect(store.read(at(`d${acknowledged.length}`))).toBeUndefined()
      execFileSync('mount', ['-o', 'remount,size=64m', disk])
      expectAccepted(await store.commit({ write: [{ at: at('after'), value: true }] }))
      await store.close()
      const again = await open(join(disk, 'store.db'))
      await again.load({ space: 'model' })
      expect(acknowledged.filter((n) => again.read(at(`d${n}`)) === undefined)).toEqual([])
      expect(await again.receipt(`r${acknowledged.length}`)).toBeUndefined()
      expect(again.read(at('after'))).toBe(true)
      await again.close()
    } finally {
      execFileSync('umount', ['-l', disk])
    }
  })
})

describe('upkeep', () => {
  it('keeps the files small however much is written', async () => {
    const store = await openStore(`sqlite:${path}`, { historyCommits: 50 })
    const sizes: number[] = []
    for (const round of range(6)) {
      const text = `${round}`.repeat(4_000)
      await Promise.all(range(300).map((i) => put(store, { [`d${i % 20}`]: `${text}${i}` })))
      for (const _ of range(4)) await store.maintain()
      sizes.push((await store.stats()).bytes)
    }
    await store.close()
    // The first rounds fill SQLite's own log up to where it is folded in for the first time.
    expect(sizes[5]!).toBeLessThanOrEqual(sizes[2]! * 1.25)
    expect(sizes[5]!).toBeLessThan(16 * 1024 * 1024)
  })

  it('gives room back to the disk', async () => {
    const store = await openStore(`sqlite:${path}`, { historyCommits: 1 })
    for (const i of range(20)) await put(store, { d: `${i}`.repeat(200_000) })
    await put(store, { d: 'small' })
    for (const _ of range(20)) await store.maintain()
    await store.close()
    expect(statSync(path).size).toBeLessThan(1024 * 1024)
  })

  it('happens by itself', async () => {
    const store = await openStore(`sqlite:${path}`, { historyCommits: 10 })
    await Promise.all(range(2_100).map((i) => put(store, { d: i })))
    await expect.poll(async () => (await store.commits()).length, { timeout: 10_000 }).toBe(10 + 1)
    await store.close()
  })
})

describe('history', () => {
  it('asking for many states reads no more of a space than was asked for', async () => {
    const took = async (documents: number): Promise<number> => {
      await using store = await openStore(`sqlite:${join(folder, `${documents}.db`)}`)
      await put(store, Object.fromEntries(range(documents).map((i) => [`d${i}`, i])))
      await put(store, Object.fromEntries(range(300).map((i) => [`d${i}`, -i])))
      const { space } = at('d')
      const from = range(300).map((i) => ({ id: `d${i}` }))
      let least = Number.POSITIVE_INFINITY
      for (const _ of range(5)) {
        const began = performance.now()
        expect(await store.statesAt(space, from, 1)).toHaveLength(300)
        least = Math.min(least, performance.now() - began)
      }
      return least
    }
    const [few, many] = [await took(400), await took(20_000)]
    expect(many / few).toBeLessThan(10)
  })
})
