import { formatMoney, readFee } from '#domain/payments/fee.ts'
import { describePrize } from '#domain/payments/payouts.ts'
import { awardPrizes } from '#domain/results/pot-split.ts'
import { describePrizeOrder } from '#domain/results/prize-order.ts'
import { listFirstPlaces, toPodium, toResultHeadline } from '#domain/standings/podium.ts'
import { rowsOfEntry, type Standing, type Standings, standingAt, standingOfRow } from '#domain/standings/standings.ts'
import type { Tournament } from '#domain/tournament/tournament.ts'
import { composeMail, type MailMessage } from '#server/delivery/mail/mail.ts'
import type { MailTable } from '#server/delivery/mail/mail-content.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import { resultCorrectionTitle, toNotificationsLink } from './notification-texts.ts'

/** The content shared by the emails to all entrants. */
export type ResultSummary = ReturnType<typeof summariseResult>

export type ResultLine = ReturnType<typeof toLine>

type About = {
  readonly publicUrl: string
  /** The recipients were sent another result before. */
  readonly isCorrected: boolean
  /** What was corrected and why, a line for each golfer. */
  readonly corrections: readonly string[]
  /** In the smallest unit of the currency; null without a fee in a currency. */
  readonly pot: number | null
}

/** The champion, the top ten and the prizes of a tournament that has ended. */
export function summariseResult(
  tournament: Pick<Tournament, 'id' | 'name' | 'decision' | 'fee' | 'trueAnswers'>,
  standings: Standings,
  { publicUrl, isCorrected, corrections, pot }: About,
) {
  const { id, name, decision } = tournament
  const podium = toPodium(standings)
  const { best, more } = listFirstPlaces(standings, { places: 10, lines: 20 })
  const headline = podium === null ? '' : `${toResultHeadline(podium, decision)}.`
  const lines = best.map((standing) => toLine(standing, standing.displayName))
  // `best`: every line up to tenth place; `more`: lines that share the last of these places and are not listed.
  const links = { url: `${publicUrl}/pool/${id}`, settings: toNotificationsLink(publicUrl) }
  const about = { tournament: name, isCorrected, corrections, ...links }
  return { ...about, headline, best: lines, more, prizes: listPrizes(tournament, standings, pot) }
}

/** Hundreds of entries can tie. */
const maxPrizes = 20

/** Who wins what, and how the prizes of those who tie are given; null without payouts. */
function listPrizes(
  tournament: Pick<Tournament, 'fee' | 'trueAnswers'>,
  standings: Standings,
  pot: number | null,
): { lines: { prize: string; name: string; amount: string }[]; notes: string[] } | null {
  const { fee } = tournament
  if (pot === null || fee === undefined) return null
  const { payouts } = readFee(fee)
  if (payouts.length === 0) return null
  const { awards, left } = awardPrizes(tournament, standings, pot)
  const lines = awards.slice(0, maxPrizes).map((award) => ({
    prize: describePrize(award),
    name: standingAt(standings, award.line).displayName,
    amount: formatMoney(award.minor, fee),
  }))
  const more = awards.length - lines.length
  const rest = left > 0 ? ` ${formatMoney(left, fee)} is left.` : ''
  const notes = [
    ...(more > 0 ? [`and ${more} more who tie`] : []),
    describePrizeOrder(standings, { ...tournament, payouts }),
    `The pot was ${formatMoney(pot, fee)}.${rest}`,
  ]
  return { lines, notes: notes.filter((note) => note !== '') }
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
  const { tournament, isCorrected, corrections, headline, best, more, prizes, url, settings } = summary
  const news = isCorrected
    ? `The result of ${tournament} at ${poolName} has been corrected`
    : `${tournament} at ${poolName} is over`
  return composeMail({
    subject: isCorrected ? resultCorrectionTitle(tournament) : `Results of ${tournament}`,
    paragraphs: [
      `Hello ${name},`,
      `${news}. ${headline}`.trim(),
      ...(corrections.length > 0 ? [{ heading: 'What was corrected', lines: corrections }] : []),
      { heading: 'Your entries', columns, rows: own.map(toRow) },
      {
        heading: 'The top ten',
        columns,
        rows: best.map(toRow),
        notes: more === 0 ? [] : [`and ${more} more in the same place`],
      },
      ...(prizes === null ? [] : [toPrizeTable(prizes)]),
    ],
    action: { text: 'See all results', url },
    closing:
      'Golfers in brackets do not count. An entry is out if two of its golfers missed the cut, withdrew or were disqualified.',
    footer: settings,
  })
}

function toPrizeTable({ lines, notes }: NonNullable<ResultSummary['prizes']>): MailTable {
  const rows = lines.map(({ prize, name, amount }) => ({ first: prize, title: name, last: amount }))
  return { heading: 'Who gets what', columns: ['Prize', 'Entry', 'Amount'], rows, notes }
}

const columns = ['Pos', 'Entry', 'To par'] as const

function toRow({ position, name, toPar, golfers }: ResultLine) {
  return { first: position, title: name, detail: golfers, last: toPar }
}
