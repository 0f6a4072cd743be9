import { listFirstPlaces, toPodium, toResultHeadline } from '#domain/standings/podium.ts'
import { rowsOfEntry, type Standing, type Standings, standingOfRow } from '#domain/standings/standings.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import type { MailMessage } from '#server/delivery/mail/mail.ts'
import { type Html, html } from '#server/platform/http/html.ts'
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
  const greeting = `Hello ${name},`
  const news = isCorrected
    ? `The result of ${tournament} at ${poolName} has been corrected`
    : `${tournament} at ${poolName} is over`
  const intro = `${news}. ${headline}`.trim()
  const moreText = more === 0 ? [] : [`and ${more} more in the same place`]
  const closing =
    'Golfers in brackets do not count. An entry is out if two of its golfers missed the cut, withdrew or were disqualified.'
  const text = [
    greeting,
    intro,
    ['Your entries', ...own.map(toText)].join('\n'),
    ['The top ten', ...best.map(toText), ...moreText].join('\n'),
    url,
    closing,
  ]
  return {
    subject: isCorrected ? resultCorrectionTitle(tournament) : `Results of ${tournament}`,
    text: `${text.join('\n\n')}\n`,
    html: html`<!doctype html><html lang="en"><body><p>${greeting}</p><p>${intro}</p><h2>Your entries</h2>${toTable(own)}<h2>The top ten</h2>${toTable(best)}${moreText.map((line) => html`<p>${line}</p>`)}<p><a href="${url}">See all results</a></p><p>${closing}</p></body></html>`
      .text,
  }
}

function toText({ position, name, toPar, golfers }: ResultLine): string {
  return `${position.padStart(4)}  ${name}, ${toPar}: ${golfers}`
}

function toTable(lines: readonly ResultLine[]): Html {
  const rows = lines.map(
    ({ position, name, toPar, golfers }) =>
      html`<tr><td>${position}</td><th scope="row" align="left">${name}<br><small>${golfers}</small></th><td align="right">${toPar}</td></tr>`,
  )
  return html`<table cellpadding="6"><thead><tr><th scope="col">Pos</th><th scope="col" align="left">Entry</th><th scope="col" align="right">To par</th></tr></thead><tbody>${rows}</tbody></table>`
}
