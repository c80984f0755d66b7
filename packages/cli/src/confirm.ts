// Prompts. Without a terminal there is no person to answer.

export function hasPerson(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true
}

export async function agrees(question: string): Promise<boolean> {
  const { confirm } = await import('@clack/prompts')
  return (await confirm({ message: question, initialValue: false })) === true
}

/** The person's answer; undefined when they gave up. */
export async function typed(question: string): Promise<string | undefined> {
  const { isCancel, text } = await import('@clack/prompts')
  const answer = await text({ message: question })
  return isCancel(answer) ? undefined : answer
}
