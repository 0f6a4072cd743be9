import { memo, useCallback } from 'react'
import { type Standings, standingAt } from '#domain/standings/standings.ts'
import type { EntryKey } from '#web/board/entry-address.ts'
import { type PlacedRowProps, type RowSlot, toRowProps } from '#web/board/row-slot.ts'
import { BoardRows } from './board-rows.tsx'
import { listMatchedTiers, type PoolMatches } from './pool-matches.ts'
import { PoolRow } from './pool-row.tsx'
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
  const renderRow = useCallback(
    (line: number, slot?: RowSlot) => (
      <Row
        {...{ standings, hasScores, showTiebreakers, matches, userId, onOpenGolfer, onOpenEntry }}
        {...toRowProps(line, slot)}
        standingLine={order.standingLineAt(line)}
      />
    ),
    [order, standings, hasScores, showTiebreakers, matches, userId, onOpenGolfer, onOpenEntry],
  )
  return <BoardRows order={order} renderRow={renderRow} total={standings.size} />
})

/** Scrolling renders only the rows that come into view. */
const Row = memo(function Row(props: RowProps & PlacedRowProps & { standingLine: number }) {
  const { standings, standingLine, userId, matches, ...row } = props
  const standing = standingAt(standings, standingLine)
  const matchedTiers = matches === null ? [] : listMatchedTiers(standings.pool, matches, standing.row)
  return <PoolRow {...{ standing, matchedTiers }} isOwn={standing.userId === userId} {...row} />
})
