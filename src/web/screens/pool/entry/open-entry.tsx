import { useState } from 'react'
import type { Leaderboard } from '#contract/leaderboard-contract.ts'
import { findRow, findRowOfUser } from '#domain/entries/pool.ts'
import { lineOfRow, type Standings, standingAt } from '#domain/standings/standings.ts'
import type { EntryKey, OwnerKey } from '#web/board/entry-address.ts'
import { Notice } from '#web/ui/notice.tsx'
import { EntryModal } from './entry-modal.tsx'
import type { useOpenEntry } from './use-open-entry.ts'

type Props = {
  entry: ReturnType<typeof useOpenEntry>
  standings: Standings
  hasScores: boolean
  /** Of the course; 0 if unknown. */
  par: number
  userId: number
  /** Null if there are no chances to show. */
  leaderboard: Leaderboard | null
  /** Whether all picks are visible. */
  isShown: boolean
}

/** The details of the entry in the URL. */
export function OpenEntry({
  entry: { isRequested, key, close },
  standings,
  hasScores,
  par,
  userId,
  leaderboard,
  isShown,
}: Props) {
  const row = key === null ? null : findKeyRow(standings, key)
  const [lastRow, setLastRow] = useState(row)
  if (row !== null && row !== lastRow) setLastRow(row)
  if (!isShown) return null
  return (
    <>
      {isRequested && row === null && (
        <Notice onDismiss={close}>This link is to an entry that isn’t in this pool.</Notice>
      )}
      {lastRow !== null && lastRow < standings.size && (
        <EntryModal
          standing={standingAt(standings, lineOfRow(standings, lastRow))}
          isOpen={row !== null}
          onClose={close}
          {...{ standings, hasScores, par, userId, leaderboard }}
        />
      )}
    </>
  )
}

/** The row of an entry; null if it is not in the pool or its picks are hidden. */
export function findKeyRow({ pool }: Standings, key: EntryKey | OwnerKey): number | null {
  return 'entryId' in key
    ? findRow(pool, key.entryId, key.entryNumber)
    : findRowOfUser(pool, key.userId, key.entryNumber)
}
