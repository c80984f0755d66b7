// The command line: names the commands and turns whatever happens into an exit code. 0 is well,
// 1 a problem in what the user gave, 2 wrong usage, 3 a failure of ours.

import { StoreError } from '@cellwake/store'
import { Command, CommanderError } from 'commander'
import { checkCommand } from './commands/check.ts'
import { demoCommand, paymentsCommand } from './commands/demo.ts'
import { doctorCommand } from './commands/doctor.ts'
import { evalCommand } from './commands/eval.ts'
import { fmtCommand } from './commands/fmt.ts'
import { functionsCommand } from './commands/functions.ts'
import { simulateCommand } from './commands/simulate.ts'
import { testCommand } from './commands/test.ts'
import { CliError, isEngineError } from './errors.ts'
import { Output } from './output.ts'

const output = new Output(process.stdout, process.stderr, process.env)

const program = new Command('cellwake')
  .description('A durable reactive runtime: models, cells and workflows on one engine.')
  .version('0.1.0')
  .showHelpAfterError('Add --help to see how it is used.')
  .exitOverride()
program.addCommand(checkCommand(output))
program.addCommand(fmtCommand(output))
program.addCommand(evalCommand(output))
program.addCommand(testCommand(output))
program.addCommand(simulateCommand(output))
program.addCommand(functionsCommand(output))
program.addCommand(doctorCommand(output))
program.addCommand(demoCommand(output))
program.addCommand(paymentsCommand(), { hidden: true })
for (const command of program.commands) command.copyInheritedSettings(program)

// A reader that has seen enough, such as head, closes the pipe: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = exitCode(error)
}

function exitCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  output.error(error)
  // What the engine throws is about what it was given.
  if (isEngineError(error)) return 1
  if (error instanceof CliError) return error.status < 500 ? 1 : 3
  return error instanceof StoreError && error.code !== 'internal' ? 1 : 3
}
