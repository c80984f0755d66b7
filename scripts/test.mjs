// `npm test`: sets up, then runs vitest; arguments are passed on. The last line is the count,
// `N passed, N failed, N skipped`, and the exit code is 0 only if something ran and nothing failed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buildUi } from './build-ui.mjs'
import { root, runTool, tools } from './run.mjs'
import { setup } from './setup.mjs'

await setup()
await buildUi()
const folder = mkdtempSync(join(tmpdir(), 'cellwake-test-'))
const report = join(folder, 'report.json')
const args = process.argv.slice(2)
const reporters = ['--reporter=json', `--outputFile.json=${report}`]
if (!args.some((arg) => arg.startsWith('--reporter'))) reporters.unshift('--reporter=default')
const code = await runTool(tools.vitest, ['run', ...reporters, ...args])
const counts = count(readReport())
rmSync(folder, { recursive: true, force: true })

for (const [file, tests] of counts.skippedIn) console.log(`Skipped in ${file}: ${tests}`)
if (counts.failed === 0 && counts.passed === 0) console.log('No test ran; that is a failure.')
else if (counts.failed === 0 && code !== 0) console.log('The run failed outside of any test.')
// The line must not say "0 failed" when the exit code says otherwise.
const failed = counts.failed === 0 && (code !== 0 || counts.passed === 0) ? 1 : counts.failed
process.exitCode = failed === 0 ? 0 : code || 1
console.log(`${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped`)

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return { testResults: [] } // vitest stopped before it could report
  }
}

function count({ testResults }) {
  const counts = { passed: 0, failed: 0, skipped: 0, skippedIn: new Map() }
  for (const { name, status, assertionResults: tests } of testResults) {
    const having = (...states) => tests.filter((test) => states.includes(test.status)).length
    const skipped = having('skipped', 'pending', 'todo', 'disabled')
    counts.passed += having('passed')
    counts.skipped += skipped
    // A file that does not load, or whose beforeAll throws, has no failed test of its own.
    counts.failed += Math.max(having('failed'), status === 'failed' ? 1 : 0)
    if (skipped > 0) counts.skippedIn.set(relative(root, name), skipped)
  }
  return counts
}
