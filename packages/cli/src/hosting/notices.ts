// Notifications when a workflow needs somebody: sent to the channels of the setting `notify`, once for each issue, and once
// more when it is resolved.

import { type ChannelConfig, type ChannelParts, channelOf } from '@cellwake/workers'
import type { Notice, Notifiers } from '@cellwake/workflows'

export interface NoticesOptions extends ChannelParts {
  /** Where people reach the pages, for a link; undefined if that is not known. */
  readonly url: string | undefined
}

export function noticesOf(
  config: readonly ChannelConfig[] | undefined,
  options: NoticesOptions,
): Notifiers {
  const found: Record<string, (notice: Notice) => Promise<void>> = {}
  for (const [i, given] of (config ?? []).entries()) {
    const channel = channelOf(options, `notify[${i}]`, given)
    found[`${channel.kind} ${channel.shown}`] = async (notice) => {
      const { id, workflow, state, kind, sentence, actions } = notice
      const link = linkTo(options.url, workflow)
      const title = state === 'open' ? `${workflow} needs attention` : `${workflow}: resolved`
      const can = actions.length === 0 ? '' : `\nWhat can be done: ${actions.join(', ')}.`
      await channel.send(
        {
          id: `notice/${workflow}/${id}`,
          at: options.now(),
          title,
          text: `${state === 'open' ? sentence : `It was: ${sentence}`}${can}${link === '' ? '' : `\n${link}`}`,
          data: { workflow, state, kind, sentence, actions, ...(link !== '' && { url: link }) },
        },
        // The door out has a deadline of its own.
        new AbortController().signal,
      )
    }
  }
  return found
}

function linkTo(url: string | undefined, workflow: string): string {
  return url === undefined ? '' : `${url}/workflows/${encodeURIComponent(workflow)}`
}
