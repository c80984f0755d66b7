// `cellwake completion`: scripts by which a shell completes commands and options.

import { Argument, Command } from 'commander'
import { type CommandWords, completionScript, shells } from '../completion-scripts.ts'
import type { Output } from '../text/output.ts'

export function completionCommand(output: Output, root: Command): Command {
  return new Command('completion')
    .description('Prints a script with which a shell completes commands and options.')
    .addArgument(new Argument('<shell>').choices(shells))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  source <(cellwake completion bash)\n  cellwake completion fish > ~/.config/fish/completions/cellwake.fish',
    )
    .action((shell: string, options: { json?: boolean }) => {
      const script = completionScript(shell, root.commands.map(wordsOf))
      if (options.json === true) output.json({ shell, script })
      else output.text(script)
    })
}

function wordsOf(command: Command): CommandWords {
  const options = command.createHelp().visibleOptions(command)
  return {
    name: command.name(),
    about: command.description(),
    options: options.flatMap(({ long, description }) =>
      long === undefined || long === null ? [] : [{ name: long, about: description }],
    ),
  }
}
