import type { EspnClient } from '#server/feed/espn-client.ts'
import type { FeedAddresses } from '#server/feed/feed-addresses.ts'

/** A feed with one address, which the test answers itself. */
export function soleAddress(methods: Partial<EspnClient>): FeedAddresses {
  const client = methods as EspnClient
  return { ask: (read) => read(client), poll: (read) => read(client) }
}
