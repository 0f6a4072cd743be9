import { findServerAddress } from '#server/platform/db/server-address-store.ts'
import { CommandError, type Context } from './command.ts'

/**
 * The address for a link that a command prints: that of the last start of the server, which a command knows even without the
 * server's settings; or PUBLIC_URL, if the server has not started yet.
 */
export async function requirePublicUrl({ config, database }: Context): Promise<string> {
  const started = await findServerAddress(database.db)
  if (config.isPublicUrlSet && started && started.publicUrl !== config.publicUrl)
    console.error(
      `PUBLIC_URL is ${config.publicUrl} here, but the server has used ${started.publicUrl} since its start at ${started.startedAt}, and so does the link. Restart the server to change that.`,
    )
  if (started) return started.publicUrl
  if (config.isPublicUrlSet) return config.publicUrl
  throw new CommandError(
    'The address of the pool is unknown, because its server has not started yet: the link would lead nowhere. Nothing was changed. Start the server, or set PUBLIC_URL to the address that browsers use.',
  )
}
