import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { currentTournamentMeta } from '#contract/page-settings.ts'
import { hasStarted, type StartTimes, type Tournament } from '#domain/tournament/tournament.ts'
import { addToHead } from '#server/platform/branding/branded-files.ts'
import { productName } from '#server/platform/branding/branding.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import type { Db } from '#server/platform/db/database.ts'
import { html } from '#server/platform/http/html.ts'
import { createWebFile, type WebFile, type WebFiles } from '#server/platform/http/web-files.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Config } from '#server/platform/settings/config.ts'
import { formatPoolTime } from '#server/platform/text/time-format.ts'
import { findCurrentTournament, listTournaments } from '#server/pool/tournaments/tournament-store.ts'

type Settings = Pick<Config, 'branding' | 'publicUrl' | 'timeZone'>

type Options = {
  db: Db
  files: WebFiles
  /** The winners of an ended tournament. */
  describeResult: (tournamentId: number) => Promise<string | undefined>
  now: () => Date
  log: Log
}

/** The tournaments are read at most this often, however many pages are loaded. */
const cacheMs = 5000
/** A page never waits longer than this for its preview, because the app works without it. */
const maxWaitMs = 500
const maxPages = 200

/**
 * The app's page with the link preview of its path, for programs that do not run JavaScript. Each page is composed and
 * compressed once per state of a tournament. Undefined if the app has not been built.
 */
export function createPreviewPages(config: Settings, { db, files, describeResult, now, log }: Options) {
  const { branding, publicUrl, timeZone } = config
  const poolName = branding.name
  const base = files.get('/index.html')?.bytes.identity?.toString('utf8')
  const picture = files.get('/share.png')
  const pictureUrl = picture && `${publicUrl}/share.png?v=${picture.etag.slice(0, 8)}`
  const pages = new LRUCache<string, WebFile>({ max: maxPages })
  let tournaments: PublicTournaments = { all: [], current: undefined }
  let readAt = Number.NEGATIVE_INFINITY
  const shareRead = createSingleFlight<'tournaments', void>()

  /** Undefined if it fails or takes too long. */
  function inTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
    const logged = work.catch((err: unknown) => void log.warn({ err }, 'failed to read what link previews show'))
    return Promise.race([logged, setTimeout(maxWaitMs, undefined, { ref: false })])
  }

  async function readTournaments(): Promise<void> {
    try {
      tournaments = { all: await listTournaments(db), current: await findCurrentTournament(db) }
    } finally {
      readAt = now().getTime()
    }
  }

  async function addResult(preview: LinkPreview): Promise<LinkPreview> {
    if (!branding.hasPublicNames || preview.endedTournamentId === undefined) return preview
    const description = (await inTime(describeResult(preview.endedTournamentId))) ?? preview.description
    return { ...preview, description }
  }

  function compose(page: string, preview: LinkPreview, currentId: number | undefined): WebFile {
    const { title, description, path } = preview
    const head = [
      html`<meta property="og:type" content="website">`,
      html`<meta property="og:site_name" content="${poolName}">`,
      html`<meta property="og:title" content="${title}">`,
      html`<meta property="og:description" content="${description}">`,
      html`<meta property="og:url" content="${publicUrl}${path}">`,
      html`<meta name="twitter:card" content="${pictureUrl ? 'summary_large_image' : 'summary'}">`,
    ]
    if (currentId !== undefined) head.push(html`<meta name="${currentTournamentMeta}" content="${currentId}">`)
    if (pictureUrl)
      head.push(
        html`<meta property="og:image" content="${pictureUrl}">`,
        html`<meta property="og:image:width" content="1200">`,
        html`<meta property="og:image:height" content="630">`,
        html`<meta property="og:image:alt" content="${productName}">`,
      )
    return createWebFile('/index.html', addToHead(page, head))
  }

  return async function findPage(path: string): Promise<WebFile | undefined> {
    if (base === undefined) return undefined
    if (Math.abs(now().getTime() - readAt) >= cacheMs) await inTime(shareRead('tournaments', readTournaments))
    const preview = await addResult(toLinkPreview(path, { poolName, timeZone }, tournaments, now()))
    const currentId = tournaments.current?.id
    const key = JSON.stringify([preview, currentId])
    const page = pages.get(key) ?? compose(base, preview, currentId)
    pages.set(key, page)
    return page
  }
}

/** The preview of a shared link in chat apps. */
type LinkPreview = ReturnType<typeof toLinkPreview>

/** The public data of a tournament, visible without signing in (docs/security.md, 8.5). */
export type PublicTournament = StartTimes & Pick<Tournament, 'id' | 'name' | 'active' | 'cancelledReason'>

/** `current` is the tournament of a path without an id. */
type PublicTournaments = { all: readonly PublicTournament[]; current: PublicTournament | undefined }

/**
 * The preview of a path of the app. Unknown tournaments and pages about users get the pool's preview.
 */
export function toLinkPreview(
  path: string,
  { poolName, timeZone }: { poolName: string; timeZone: string },
  { all, current }: PublicTournaments,
  now: Date,
) {
  const [, board, id] = /^\/(pool|golfers|home)?(?:\/(\d{1,10}))?$/.exec(path) ?? []
  const isAboutTournament = path === '/' || board !== undefined
  const found = id === undefined ? current : all.find((tournament) => tournament.id === Number(id))
  const tournament = isAboutTournament ? found : undefined
  if (!tournament) {
    const description = 'A golf tournament pool with a live leaderboard'
    if (/^\/results(\/|$)/.test(path)) return { title: `Results - ${poolName}`, description, path: '/results' }
    return { title: poolName, description, path: '/' }
  }
  const description = describeState(tournament, timeZone, now)
  return {
    title: `${tournament.name} - ${poolName}`,
    description,
    path,
    /** Set if the preview is about one that has ended. */
    endedTournamentId: tournament.active ? undefined : tournament.id,
  }
}

function describeState(tournament: PublicTournament, timeZone: string, now: Date): string {
  const { start, active, cancelledReason } = tournament
  if (cancelledReason !== undefined) return 'Cancelled: it ended without places.'
  if (!active) return 'Final: see how the pool ended.'
  if (!hasStarted(tournament, now)) return `Entries are open until ${formatPoolTime(start, timeZone)}.`
  return 'Live: entries are closed, and the leaderboard follows every hole.'
}
