import { listTied } from '#domain/standings/podium.ts'
import type { Standing, Standings } from '#domain/standings/standings.ts'
import { breakTie, toTieText } from '#domain/standings/tie-break.ts'

type Props = { standings: Standings; standing: Standing; trueAnswers: readonly string[] }

/** The order that the tiebreaker answers give to entries with one place (docs/rules.md, 2.2), for one of them. */
export function TieLine({ standings, standing: { place, entryId }, trueAnswers }: Props) {
  const text = place === null ? '' : toTieText(breakTie(listTied(standings, place), trueAnswers), entryId)
  return text !== '' && <p className="small-print">{text}</p>
}
