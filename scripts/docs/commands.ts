// The commands, from the `--help` of each.

import { program, runProgram } from '../../packages/cli/src/program.ts'
import { Output } from '../../packages/cli/src/text/output.ts'
import { asHtml, headingHtml, type Page, slug } from './page.ts'

export async function commandsPage(): Promise<Page> {
  const names = program(silent()).commands.map((command) => command.name())
  const helps = await Promise.all(
    names.map(async (name) => ({ name, ...(await helpOf([name, '--help'])) })),
  )
  const title = 'Every command'
  const body = [
    headingHtml(1, 'every-command', title),
    '<p>What <code>--help</code> prints. <a href="cli.html">The command line</a> explains the commands with examples.</p>\n',
    ...helps.map(
      ({ name, text }) =>
        `${headingHtml(2, slug(name), asHtml(name))}\n<pre tabindex="0"><code>${asHtml(text)}</code></pre>\n`,
    ),
  ].join('')
  const headings = [
    { level: 1, id: 'every-command', text: title, about: 'What --help prints.' },
    ...helps.map(({ name, about }) => ({
      level: 2,
      id: slug(name),
      text: `cellwake ${name}`,
      about,
    })),
  ]
  return { file: 'commands.html', title, group: 'Use it', body, headings }
}

async function helpOf(args: readonly string[]): Promise<{ text: string; about: string }> {
  let text = ''
  const stream = { write: (chunk: string | Uint8Array) => (text += String(chunk)) }
  // Without a terminal the help has no colour and a fixed width, so the page is the same everywhere.
  await runProgram(args, new Output(stream, stream, { NO_COLOR: '1' }))
  const about = text.split('\n').find((line, index) => index > 0 && line.trim() !== '') ?? ''
  return { text: text.trim(), about }
}

function silent(): Output {
  const nowhere = { write: () => undefined }
  return new Output(nowhere, nowhere, { NO_COLOR: '1' })
}
