import type { Log } from '../log.ts'
import type { Channel } from './outbox-channel.ts'

/** Sends nothing: each message is a line in the log, without its recipient, and counts as sent. */
export function createSilentChannel(channel: Channel, log: Log): Channel {
  return {
    ...channel,
    async send({ id, payload }) {
      // Posts and pushes have a title.
      const { title } = payload as { title: string }
      log.info({ channel: channel.name, message: id, title }, 'a message was not sent, because OUTBOUND is off')
    },
  }
}
