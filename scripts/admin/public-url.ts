import { findServerAddress } from '#server/platform/db/server-address-store.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { CommandError, type Context } from './command.ts'

/**
 * The address for a link that a command prints: that of the last start of the server, which a command knows even without the
 * server's settings; or PUBLIC_URL, if the server has not started yet.
 */
export async function requirePublicUrl({ config, database }: Context): Promise<string> {
  const started = await findServerAddress(database.db)
  if (config.isPublicUrlSet && started && started.publicUrl !== config.publicUrl)
    console.error(`${describeOtherAddress(config, started)} The link has the server's address.`)
  if (started) return started.publicUrl
  if (config.isPublicUrlSet) return config.publicUrl
  throw new CommandError(
    'The address of the pool is unknown, because its server has not started yet: the link would lead nowhere. Nothing was changed. Start the server, or set PUBLIC_URL to the address that browsers use.',
  )
}

/** For a command whose settings name another address than that of the server. */
export function describeOtherAddress(
  { isPublicUrlSet, publicUrl }: Config,
  { publicUrl: used, startedAt }: { publicUrl: string; startedAt: string },
): string {
  const difference = `${isPublicUrlSet ? `is ${publicUrl}` : 'is not set'} here, but the server has used ${used} since its start at ${startedAt}`
  const restart = isPublicUrlSet ? ', or restart the server if its address has changed' : ''
  return `PUBLIC_URL ${difference}. Run this command with the server's settings${restart}.`
}
