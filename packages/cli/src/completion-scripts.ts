// Completion for three shells. Everything is known when the script is made, so a key press starts no program.

export interface CommandWords {
  readonly name: string
  readonly about: string
  readonly options: readonly { readonly name: string; readonly about: string }[]
}

export const shells = ['bash', 'zsh', 'fish']

export function completionScript(shell: string, commands: readonly CommandWords[]): string {
  if (shell === 'bash') return bash(commands)
  return shell === 'zsh' ? zsh(commands) : fish(commands)
}

function bash(commands: readonly CommandWords[]): string {
  const cases = commands.map(
    ({ name, options }) => `    ${name}) words="${options.map((one) => one.name).join(' ')}" ;;`,
  )
  return `_cellwake() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _cellwake cellwake
`
}

function zsh(commands: readonly CommandWords[]): string {
  const described = commands.map(({ name, about }) => `    '${name}:${inQuotes(about)}'`)
  const cases = commands.map(({ name, options }) => {
    const words = options.map((one) => `'${one.name}[${inBrackets(one.about)}]'`)
    return `    ${name}) _arguments ${words.join(' ')} '*:file:_files' ;;`
  })
  return `#compdef cellwake
_cellwake() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
  esac
}
compdef _cellwake cellwake
`
}

function fish(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ name, about, options }) => [
    `complete -c cellwake -n __fish_use_subcommand -f -a ${name} -d '${inQuotes(about)}'`,
    ...options.map(
      (one) =>
        `complete -c cellwake -n '__fish_seen_subcommand_from ${name}' -l ${one.name.slice(2)} -d '${inQuotes(one.about)}'`,
    ),
  ])
  return `${lines.join('\n')}\n`
}

/** Inside single quotes of a shell; a colon would end a name in zsh. */
function inQuotes(text: string): string {
  return text.replaceAll("'", '’').replaceAll(':', ',')
}

function inBrackets(text: string): string {
  return inQuotes(text).replaceAll('[', '(').replaceAll(']', ')')
}
