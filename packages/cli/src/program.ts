// The command line: names the commands and maps every outcome to an exit code. 0 is success, 1 a
// problem in the user's input, 2 wrong usage, 3 a failure of ours.

import { Command, CommanderError } from 'commander'
import { auditCommand } from './commands/audit.ts'
import { benchCommand } from './commands/bench.ts'
import { checkCommand } from './commands/check.ts'
import { completionCommand } from './commands/completion.ts'
import { connectionsCommand } from './commands/connections.ts'
import { deleteCommand } from './commands/delete.ts'
import { demoCommand } from './commands/demo.ts'
import { deployCommand } from './commands/deploy.ts'
import { doctorCommand } from './commands/doctor.ts'
import { evalCommand } from './commands/eval.ts'
import { explainCommand } from './commands/explain.ts'
import { exportCommand } from './commands/export.ts'
import { fmtCommand } from './commands/fmt.ts'
import { functionsCommand } from './commands/functions.ts'
import { getCommand } from './commands/get.ts'
import { historyCommand } from './commands/history.ts'
import { importCommand } from './commands/import.ts'
import { initCommand } from './commands/init.ts'
import { jobsCommand } from './commands/jobs.ts'
import { modelsCommand } from './commands/models.ts'
import { refreshCommand } from './commands/refresh.ts'
import { resolveCommand } from './commands/resolve.ts'
import { rulesCommand } from './commands/rules.ts'
import { devCommand, serveCommand } from './commands/serve.ts'
import { setCommand } from './commands/set.ts'
import { simulateCommand } from './commands/simulate.ts'
import { sinksCommand } from './commands/sinks.ts'
import { testCommand } from './commands/test.ts'
import { eventsCommand, topicsCommand } from './commands/topics.ts'
import { rollbackCommand, versionsCommand } from './commands/versions.ts'
import { watchCommand } from './commands/watch.ts'
import { workCommand } from './commands/work.ts'
import { workflowsCommand } from './commands/workflows.ts'
import { exitCodeOf } from './errors.ts'
import type { Output } from './text/output.ts'

const groups: Record<string, readonly ((output: Output) => Command)[]> = {
  'Models in files:': [
    initCommand,
    checkCommand,
    fmtCommand,
    evalCommand,
    testCommand,
    simulateCommand,
    importCommand,
  ],
  'A server:': [
    serveCommand,
    devCommand,
    workCommand,
    demoCommand,
    connectionsCommand,
    sinksCommand,
  ],
  'Models on a server:': [
    deployCommand,
    modelsCommand,
    getCommand,
    setCommand,
    watchCommand,
    resolveCommand,
    refreshCommand,
    explainCommand,
    historyCommand,
    rulesCommand,
    jobsCommand,
    versionsCommand,
    rollbackCommand,
    deleteCommand,
    exportCommand,
    topicsCommand,
    eventsCommand,
    auditCommand,
  ],
  'Workflows on a server:': [workflowsCommand],
  'Help:': [functionsCommand, doctorCommand, benchCommand],
}

export function program(output: Output): Command {
  const root = new Command('cellwake')
    .description('A durable reactive runtime: models, cells and workflows on one engine.')
    .version('0.1.0')
    .showHelpAfterError('Add --help to see how it is used.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.text(text),
      writeErr: (text) => output.usageText(text),
    })
  for (const [title, commands] of Object.entries(groups)) {
    root.commandsGroup(title)
    for (const make of commands) root.addCommand(make(output))
  }
  root.addCommand(completionCommand(output, root))
  inherit(root)
  return root
}

/** Settings of the program for all commands, those of a group included: commander copies them only where it makes a command. */
function inherit(from: Command): void {
  for (const command of from.commands) inherit(command.copyInheritedSettings(from))
}

/** Known before the arguments are parsed, so that errors of parsing have the same form. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? args.length : end).includes('--json')
}

/** The exit code. */
export async function runProgram(args: readonly string[], output: Output): Promise<number> {
  output.forMachine = wantsJson(args)
  try {
    await program(output).parseAsync(args, { from: 'user' })
    return output.exitCode
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0
      output.usage(error.message.replace(/^error: /, ''))
      return 2
    }
    output.error(error)
    return exitCodeOf(error)
  }
}
