// The end of every service: a tiny shell that waits on a pipe from us. When the pipe closes, it
// stops the service and removes its folder. The pipe closes when we say so, and also when we crash
// or are killed with -9, so there is one way to end and it is used every time.
// See test: a test run that is killed with -9
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'

// Each line read is the pid to stop, or empty for none. Ten seconds, then SIGKILL.
const script = `
trap '' HUP INT TERM
pid=
while read -r line; do pid=$line; done
if [ -n "$pid" ]; then
  kill -"$2" "$pid" 2>/dev/null
  n=0
  while kill -0 "$pid" 2>/dev/null && [ $n -lt 100 ]; do sleep 0.1; n=$((n + 1)); done
  kill -KILL "$pid" 2>/dev/null
fi
rm -rf "$1"
`

export type Keeper = {
  /** The process to stop at the end; undefined while none runs. */
  watch(pid: number | undefined): void
  /** Stops the process, removes the folder, resolves when both are gone. */
  end(): Promise<void>
}

export function startKeeper(folder: string, stopSignal: 'QUIT' | 'TERM'): Keeper {
  // Detached: Ctrl-C reaches every process of the terminal's group, and must not reach this one.
  const shell = spawn('/bin/sh', ['-c', script, 'keeper', folder, stopSignal], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(shell, 'exit')
  // The keeper may have been killed; that must not end a test run.
  shell.stdin.on('error', () => {})
  // A run that forgets to end a service must still be able to finish.
  shell.unref()
  if (shell.stdin instanceof Socket) shell.stdin.unref()
  return {
    watch(pid) {
      if (shell.stdin.writable) shell.stdin.write(`${pid ?? ''}\n`)
    },
    async end() {
      shell.ref()
      shell.stdin.end()
      await ended
    },
  }
}
