import { listFirstPlaces, toPodium, toResultHeadline } from '#domain/standings/podium.ts'
import { rowsOfEntry, type Standing, type Standings, standingOfRow } from '#domain/standings/standings.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { composeMail, type MailMessage } from '#server/delivery/mail/mail.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import { resultCorrectionTitle } from './notification-texts.ts'

/** The content shared by the emails to all entrants. */
export type ResultSummary = ReturnType<typeof summariseResult>

export type ResultLine = ReturnType<typeof toLine>

/** The champion and the top ten of a tournament that has ended. `isCorrected`: the recipients were sent another result before. */
export function summariseResult(
  { id, name, decision }: Pick<Tournament, 'id' | 'name' | 'decision'>,
  standings: Standings,
  { publicUrl, isCorrected }: { publicUrl: string; isCorrected: boolean },
) {
  const podium = toPodium(standings)
  const { best, more } = listFirstPlaces(standings, { places: 10, lines: 20 })
  const headline = podium === null ? '' : `${toResultHeadline(podium, decision)}.`
  const lines = best.map((standing) => toLine(standing, standing.displayName))
  // `best`: every line up to tenth place; `more`: lines that share the last of these places and are not listed.
  return { tournament: name, isCorrected, headline, best: lines, more, url: `${publicUrl}/pool/${id}` }
}

/** The entries of one entrant, in entry order, by the index of their entry record in the pool. */
export function listOwnLines(standings: Standings, entryIndex: number): ResultLine[] {
  return rowsOfEntry(standings.pool, entryIndex).map((row) => {
    const standing = standingOfRow(standings, row)
    return toLine(standing, `Entry ${standing.entryNumber}`)
  })
}

function toLine({ position, toPar, golfers, isDisqualified }: Standing, name: string) {
  const names = golfers.map(({ player, isDropped }) => (isDropped ? `(${player.name})` : player.name))
  return {
    position: isDisqualified ? 'Out' : position,
    name,
    toPar,
    golfers: names.join(', '),
  }
}

/** Tells an entrant their places and the top ten. */
export function resultMessage(name: string, own: readonly ResultLine[], summary: ResultSummary): MailMessage {
  const { tournament, isCorrected, headline, best, more, url } = summary
  const news = isCorrected
    ? `The result of ${tournament} at ${poolName} has been corrected`
    : `${tournament} at ${poolName} is over`
  return composeMail({
    subject: isCorrected ? resultCorrectionTitle(tournament) : `Results of ${tournament}`,
    paragraphs: [
      `Hello ${name},`,
      `${news}. ${headline}`.trim(),
      { heading: 'Your entries', columns, rows: own.map(toRow) },
      {
        heading: 'The top ten',
        columns,
        rows: best.map(toRow),
        notes: more === 0 ? [] : [`and ${more} more in the same place`],
      },
    ],
    action: { text: 'See all results', url },
    closing:
      'Golfers in brackets do not count. An entry is out if two of its golfers missed the cut, withdrew or were disqualified.',
  })
}

const columns = ['Pos', 'Entry', 'To par'] as const

function toRow({ position, name, toPar, golfers }: ResultLine) {
  return { first: position, title: name, detail: golfers, last: toPar }
}
