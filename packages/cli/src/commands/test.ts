// `cellwake test`: runs model tests, each case on a virtual clock and a store of its own.

import type { ModelTestResult, ModelTestResults } from '@cellwake/engine'
import { Command } from 'commander'
import { type RuntimeOptions, redisOption, runtimeOption } from '../runtime-option.ts'
import { count, type Output } from '../text/output.ts'
import { visible } from '../text/visible-text.ts'

interface Options extends RuntimeOptions {
  readonly only?: string
  readonly functions?: string
  readonly json?: boolean
}

export function testCommand(output: Output): Command {
  return new Command('test')
    .description('Runs model tests: *.test.json and *.test.yaml files.')
    .argument('<files...>', 'test files, or folders with test files in them')
    .addOption(runtimeOption())
    .option('--functions <file>', 'functions of your own, or a manifest of a model host')
    .addOption(redisOption())
    .option('--only <id>', 'run the case with this id, or those whose ids contain it')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  cellwake test loan-book.test.json\n  cellwake test models --only "rate"\n\nThe exit code is 1 if a case fails, and 3 if Cellwake does.',
    )
    .action(async (paths: string[], options: Options) => {
      // Loaded here, because other commands start faster without the engine.
      const { runTests } = await import('../run-tests.ts')
      const progress = options.json === true ? undefined : progressOn(output)
      const results = await runTests(paths, options, progress?.tell)
      progress?.end()
      if (options.json === true) output.json(results)
      else show(output, results)
      if (results.failed > 0) output.exitCode = results.cases.some(({ fault }) => fault) ? 3 : 1
    })
}

/** A progress line that is overwritten. Nothing where there is no terminal. */
function progressOn(output: Output) {
  let done = 0
  let failed = 0
  const isShown = output.columns !== undefined
  const write = (text: string) => isShown && output.text(`\r\u001b[K${text}`)
  return {
    tell(result: ModelTestResult): void {
      done++
      if (!result.ok) failed++
      write(`${count(done, 'case')}, ${failed} failed`)
    },
    end: () => write(''),
  }
}

function show(output: Output, { passed, failed, cases }: ModelTestResults): void {
  const { green, red, bold } = output.colors
  const byFile = new Map<string, ModelTestResult[]>()
  for (const result of cases) {
    const known = byFile.get(result.file)
    if (known === undefined) byFile.set(result.file, [result])
    else known.push(result)
  }
  for (const [file, results] of byFile) {
    const wrong = results.filter(({ ok }) => !ok)
    const right = results.length - wrong.length
    const told = [
      ...(right > 0 ? [green(`${right} passed`)] : []),
      ...(wrong.length > 0 ? [red(`${wrong.length} failed`)] : []),
    ]
    output.line(`${bold(visible(file))}  ${told.join(', ')}`)
    for (const { message = '' } of wrong) {
      const [first = '', ...more] = message.split('\n')
      output.line(`  ${red('✗')} ${visible(first)}`)
      for (const line of more) output.line(`    ${visible(line)}`)
    }
  }
  const summary = `${passed} passed, ${failed} failed in ${count(byFile.size, 'file')}`
  output.line(`\n${failed > 0 ? red(summary) : green(summary)}`)
}
