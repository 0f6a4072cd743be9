import * as z from 'zod/mini'
import type { Release } from '#contract/admin-contract.ts'
import { FeedError } from '#server/feed/feed-error.ts'
import { getJson } from '#server/feed/json-request.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { createSharedSource } from '#server/pool/tournament-setup/shared-source.ts'

const dayMs = 24 * 60 * 60_000
/** The description of a release can be long. */
const limits = { deadlineMs: 5000, maxBytes: 2 ** 20, source: 'The address in UPDATE_URL' }

/** The response of GitHub, Gitea and Forgejo at …/releases/latest. A static file can have the same form. */
const latestRelease = z.object({
  tag_name: z.string().check(z.regex(/^v?\d{1,6}\.\d{1,6}\.\d{1,6}$/)),
  html_url: z.url({ protocol: /^https$/ }).check(z.maxLength(500)),
})
const storedRelease = z.object({ version: z.string(), url: z.string() })

/** Asks for the newest release once a day, and remembers it in the database for all processes. */
export function createUpdateNotice(options: { db: Db; log: Log; now: () => Date; address: string }) {
  const { address } = options
  const source = createSharedSource({
    ...options,
    name: 'newest version',
    schema: storedRelease,
    fetch: () => fetchRelease(address),
    ttlMs: dayMs,
  })

  return {
    async check(): Promise<void> {
      await source.get()
    },

    /** The remembered release if it is newer than `version`. Asks nobody. */
    async findNewer(version: string): Promise<Release | null> {
      const { value } = await source.read()
      return value !== null && isNewer(value.version, version) ? value : null
    },
  }
}

async function fetchRelease(address: string): Promise<Release> {
  const { data } = z.safeParse(latestRelease, await getJson(new URL(address), limits))
  if (data === undefined) throw new FeedError('invalid', `${limits.source} names no release.`)
  return { version: data.tag_name.replace('v', ''), url: data.html_url }
}

/** Compares numbers, so that 1.10.0 is newer than 1.9.0. */
export function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0
}
