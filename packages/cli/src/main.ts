// The program: runs the command, and leaves its exit code.

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

process.exitCode = await runProgram(process.argv.slice(2), output)
