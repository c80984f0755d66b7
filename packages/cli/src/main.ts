// The program: runs the command, and leaves its exit code.

import { setFlagsFromString } from 'node:v8'
import { IMPORT_HEAP_GROWTH_PERCENT } from './limits.ts'
import { runProgram } from './program.ts'
import { Output } from './text/output.ts'

// A reader that has seen enough, such as head, closes the pipe: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const output = new Output(process.stdout, process.stderr, process.env)

// No command awaits it, so none can report it. Durable state is safe.
process.on('uncaughtException', (error) => {
  output.error(error)
  process.exit(3)
})

const args = process.argv.slice(2)
// V8 lets a heap grow fourfold between two collections: most of that of an import would be garbage. This is about the
// whole process, so no command can do it.
if (args[0] === 'import') setFlagsFromString(`--heap-growing-percent=${IMPORT_HEAP_GROWTH_PERCENT}`)

process.exitCode = await runProgram(args, output)
