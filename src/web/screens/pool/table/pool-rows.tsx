import { memo, useCallback } from 'react'
import { type Standings, standingAt } from '#domain/standings/standings.ts'
import type { EntryKey } from '#web/board/entry-address.ts'
import { BoardRows } from './board-rows.tsx'
import { type DrawnStandings, useDrawnStandings, useLateCells } from './late-cells.ts'
import { PoolRow } from './pool-row.tsx'
import { listMatchedTiers, type PoolMatches } from './pool-search.ts'
import type { PoolOrder } from './use-pool-order.ts'

type RowProps = {
  standings: Standings
  hasScores: boolean
  showTiebreakers: boolean
  /** Their golfers are marked; null without a search. */
  matches: PoolMatches | null
  userId: number
  onOpenGolfer: (espnId: string) => void
  onOpenEntry: (entry: EntryKey) => void
}

/** The body of the pool's table. Rendered again only when the standings, or what is shown of them, change. */
export const PoolRows = memo(function PoolRows({ order, ...props }: RowProps & { order: PoolOrder }) {
  const { standings, hasScores, showTiebreakers, matches, userId, onOpenGolfer, onOpenEntry } = props
  const drawn = useDrawnStandings(standings)
  const renderRow = useCallback(
    (line: number) => (
      <Row
        {...{ standings, hasScores, showTiebreakers, matches, userId, onOpenGolfer, onOpenEntry, line, drawn }}
        standingLine={order.standingLineAt(line)}
      />
    ),
    [order, drawn, standings, hasScores, showTiebreakers, matches, userId, onOpenGolfer, onOpenEntry],
  )
  return <BoardRows order={order} renderRow={renderRow} total={standings.size} />
})

/** Scrolling renders only the rows that come into view. */
const Row = memo(function Row(props: RowProps & { line: number; standingLine: number; drawn: DrawnStandings }) {
  const { standings, line, standingLine, drawn, userId, matches, ...row } = props
  const isComplete = useLateCells(drawn, standings)
  const standing = standingAt(standings, standingLine)
  const matchedTiers = matches === null ? [] : listMatchedTiers(standings.pool, matches, standing.row)
  return <PoolRow {...{ standing, line, isComplete, matchedTiers }} isOwn={standing.userId === userId} {...row} />
})
