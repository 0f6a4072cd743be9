import { picksPerRow } from '#domain/entries/pool.ts'
import { findDnfReason } from '#domain/field/field.ts'
import type { NotificationKind } from '#domain/notifications/notification-preferences.ts'
import type { ScoreAlert } from '#domain/notifications/score-alert.ts'
import { isPlaced, rowsOfEntry, type Standing, type Standings, standingOfRow } from '#domain/standings/standings.ts'
import { formatCount, formatList, toOrdinal } from '#domain/text/format.ts'
import type { MailMessage } from '#server/delivery/mail/mail.ts'
import type { MailContent } from '#server/delivery/mail/mail-content.ts'
import { formatMailTime } from '#server/platform/text/time-format.ts'

/** How somebody chooses which messages they get, at the end of each of them. */
export function toNotificationsLink(publicUrl: string, text = 'You can choose here how you get such messages') {
  return { text, url: `${publicUrl}/notifications` }
}

/** The text of a notification, also used for the email sent instead of it. */
export type NotificationText = {
  readonly title: string
  readonly body: string
  readonly path: string
  /** Only in the email: what proves it, and where replies go. */
  readonly email?: Pick<MailContent, 'check'> & Pick<MailMessage, 'replyTo'>
}

type About = { readonly id: number; readonly name: string; readonly start: string }

/** The person has no entry yet. */
export function noEntryText(
  kind: 'no-entry-24h' | 'no-entry-2h',
  { name, start }: About,
  timeZone: string,
): NotificationText {
  const title = kind === 'no-entry-2h' ? `Last call: ${name}` : `No entry yet: ${name}`
  return {
    title,
    body: `Entries close on ${formatMailTime(start, timeZone)}, and you have not entered yet.`,
    path: '/entry/new',
  }
}

/** The start of a tournament that the person has entered moves to `start`. Event, day, time and zone are named once. */
export function newStartText({ name, start: before }: About, start: string, timeZone: string): NotificationText {
  return {
    title: 'New start',
    body: `${name} now starts on ${formatMailTime(start, timeZone)}, ${describeShift(before, start)}. Picks close then.`,
    path: '/home',
  }
}

/** "1 minute later", "1 day and 1 hour earlier". */
function describeShift(before: string, after: string): string {
  const seconds = Math.round((Date.parse(after) - Date.parse(before)) / 1000)
  const minutes = Math.round(Math.abs(seconds) / 60)
  const parts = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ] as const
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => formatCount(count, unit))
  return `${formatList(shown) || 'less than a minute'} ${seconds < 0 ? 'earlier' : 'later'} than before`
}

/** Golfers of the person's own picks will not play. */
export function golferOutText(
  golfers: readonly string[],
  { name, start }: About,
  { entryId, timeZone }: { entryId: number; timeZone: string },
): NotificationText {
  const [first = ''] = golfers
  return {
    title: golfers.length === 1 ? `${first} will not play` : `${golfers.length} of your golfers will not play`,
    body: `${name}: you can change your picks until ${formatMailTime(start, timeZone)}.`,
    path: `/entry/edit/${entryId}`,
  }
}

type Best = Pick<Standing, 'position' | 'place' | 'toPar'>

/** An entrant’s best entry and the number of their golfers, and of those who are out. */
export type EntrySummary = { readonly best: Best | null; readonly golfers: number; readonly out: number }

/** Summarises the entry record with this index in the pool. */
export function summariseEntry(standings: Standings, entryIndex: number): EntrySummary {
  const { pool } = standings
  const rows = rowsOfEntry(pool, entryIndex)
  const golfers = new Set(rows.flatMap((row) => [...pool.picks.subarray(row * picksPerRow, (row + 1) * picksPerRow)]))
  const out = [...golfers].filter((index) => {
    const golfer = standings.golfers[index]
    return golfer !== undefined && findDnfReason(golfer) !== null
  })
  const placed = rows.map((row) => standingOfRow(standings, row)).filter(isPlaced)
  const [best = null] = placed.sort((a, b) => a.line - b.line)
  return { best, golfers: golfers.size, out: out.length }
}

export function cutText({ id, name }: About, { best, golfers, out }: EntrySummary): NotificationText {
  return {
    title: `The cut at ${name}`,
    body: `${golfers - out} of your ${golfers} golfers are still in. ${describeBest(best)}`,
    path: `/pool/${id}`,
  }
}

export function recapText({ id, name }: About, round: number, lines: readonly string[]): NotificationText {
  return { title: `Round ${round} is over: ${name}`, body: lines.join('\n'), path: `/pool/${id}` }
}

/** `isShared`: others lead as well. `round`: the last one. */
export function leadText(
  change: 'taken' | 'lost',
  { id, name }: About,
  { best, isShared, round }: { best: Best | null; isShared: boolean; round: number },
): NotificationText {
  const taken = isShared ? 'You share the lead' : 'You lead'
  return {
    title: `${change === 'taken' ? taken : 'You have lost the lead'}: ${name}`,
    body: `Round ${round}. ${describeBest(best)}`,
    path: `/pool/${id}`,
  }
}

/** `headline` says who won. `isCorrected`: the person was sent another result before. */
export function resultsText(
  { id, name }: About,
  headline: string,
  { best, isCorrected }: Pick<EntrySummary, 'best'> & { isCorrected: boolean },
): NotificationText {
  return {
    title: isCorrected ? resultCorrectionTitle(name) : `Final result: ${name}`,
    body: `${headline} ${describeBest(best)}`.trim(),
    path: `/pool/${id}`,
  }
}

/** The person was sent a result, and there is none any more. */
export function noResultText({ id, name }: About, reason: string): NotificationText {
  return { title: `Cancelled: ${name}`, body: `It ended without places: ${reason}`, path: `/pool/${id}` }
}

/** The person was told that the tournament is cancelled, and it has not started. */
export function reopenedText({ name, start }: About, timeZone: string): NotificationText {
  return {
    title: `Not cancelled: ${name}`,
    body: `It is open again. Your entry is as it was, and you can change it until ${formatMailTime(start, timeZone)}.`,
    path: '/home',
  }
}

/** The title of the notification and the subject of the email. */
export function resultCorrectionTitle(tournament: string): string {
  return `The result of ${tournament} has been corrected`
}

/** Tells organisers that new scores are missing, or have come again. */
export function scoresText({ id, name }: About, alert: ScoreAlert['missing'], timeZone: string): NotificationText {
  if (!alert) return { title: `New scores again: ${name}`, body: 'The scores are up to date.', path: `/pool/${id}` }
  const since = formatMailTime(alert.since, timeZone)
  return {
    title: `No new scores: ${name}`,
    body: `Since ${since}. ${alert.reason} You can enter the scores by hand.`,
    path: `/admin/tournaments/${id}/scores`,
  }
}

/** The text of the button "Send a test notification". */
export const testText: NotificationText = {
  title: 'Test notification',
  body: 'Notifications work on this device.',
  path: '/notifications',
}

export const testTag = 'test'

/** Newer notifications of a kind replace older ones. At most 32 characters (RFC 8030, 5.4). */
export function toTag(kind: NotificationKind, tournamentId: number): string {
  return `${kind.startsWith('no-entry') ? 'no-entry' : kind}-${tournamentId}`
}

function describeBest(best: Best | null): string {
  if (best === null) return 'All your entries are out.'
  const place = best.place === null || best.position.startsWith('T') ? best.position : toOrdinal(best.place)
  return `Your best entry: ${place} at ${best.toPar}.`
}
