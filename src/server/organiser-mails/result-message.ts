import { toPodium, toPodiumHeadline } from '#domain/standings/podium.ts'
import { rowsOfEntry, type Standing, type Standings, standingAt } from '#domain/standings/standings.ts'
import { type Html, html } from '../http/html.ts'
import type { MailMessage } from '../mail/mail-queue.ts'
import { poolName } from '../pool-name.ts'

/** The content shared by the emails to all entrants. */
export type ResultSummary = {
  readonly tournament: string
  readonly headline: string
  /** Every line up to tenth place. */
  readonly best: readonly ResultLine[]
  /** Lines that share the last of these places and are not listed. */
  readonly more: number
  readonly url: string
}

export type ResultLine = {
  readonly position: string
  readonly name: string
  readonly toPar: string
  readonly golfers: string
}

export type ResultParts = Pick<ResultSummary, 'best' | 'url'> & {
  readonly subject: string
  readonly greeting: string
  readonly intro: string
  readonly own: readonly ResultLine[]
  readonly more: string | null
  readonly closing: string
}

const topPlaces = 10
/** Ties for tenth place could be hundreds. */
const maxLines = 20

/** The champion and the top ten of a tournament that has ended. */
export function summariseResult(tournament: string, standings: Standings, url: string): ResultSummary {
  const podium = toPodium(standings)
  const best: ResultLine[] = []
  let more = 0
  for (let line = 0; line < standings.placed; line += 1) {
    const standing = standingAt(standings, line)
    if (standing.place === null || standing.place > topPlaces) break
    if (line < maxLines) best.push(toLine(standing, standing.displayName))
    else more += 1
  }
  return { tournament, headline: podium === null ? '' : `${toPodiumHeadline(podium, true)}.`, best, more, url }
}

/** The entries of one entrant, in entry order, by the index of their entry record in the pool. */
export function listOwnLines(standings: Standings, entryIndex: number): ResultLine[] {
  return rowsOfEntry(standings.pool, entryIndex).map((row) => {
    const standing = standingAt(standings, standings.ranking.lineOfRow[row] ?? 0)
    return toLine(standing, `Entry ${standing.entryNumber}`)
  })
}

function toLine({ position, toPar, golfers, isDisqualified }: Standing, name: string): ResultLine {
  const names = golfers.map(({ player, isDropped }) => (isDropped ? `(${player.name})` : player.name))
  return {
    position: isDisqualified ? 'Out' : position,
    name,
    toPar,
    golfers: names.join(', '),
  }
}

/** The parts of the email to one entrant, also used by the preview. */
export function toResultParts(name: string, own: readonly ResultLine[], summary: ResultSummary): ResultParts {
  const { tournament, headline, best, more, url } = summary
  return {
    subject: `Results of ${tournament}`,
    greeting: `Hello ${name},`,
    intro: `${tournament} at ${poolName} is over. ${headline}`.trim(),
    own,
    best,
    more: more === 0 ? null : `and ${more} more in the same place`,
    url,
    closing:
      'Golfers in brackets do not count. An entry is out if two of its golfers missed the cut, withdrew or were disqualified.',
  }
}

/** Tells an entrant their places and the top ten. */
export function resultMessage(parts: ResultParts): MailMessage {
  const { subject, greeting, intro, own, best, more, url, closing } = parts
  const moreText = more === null ? [] : [more]
  const text = [
    greeting,
    intro,
    ['Your entries', ...own.map(toText)].join('\n'),
    ['The top ten', ...best.map(toText), ...moreText].join('\n'),
    url,
    closing,
  ]
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: html`<!doctype html><html lang="en"><body><p>${greeting}</p><p>${intro}</p><h2>Your entries</h2>${toTable(own)}<h2>The top ten</h2>${toTable(best)}${moreText.map((each) => html`<p>${each}</p>`)}<p><a href="${url}">See all results</a></p><p>${closing}</p></body></html>`
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
