import { useEffect, useState } from 'react'
import { readStored, writeStored } from '#web/ui/stored-choice.ts'

const key = 'pool-visit'
/** A shorter absence, such as a reload or a look at another app, does not end a visit. */
const visitEndsAfterMs = 10 * 60_000

/** For sign-out. */
export function removeLastVisit(): void {
  writeStored(key, null)
}

/**
 * The scores that the viewer saw last at their visit before this one, as `toScoresText` writes them; null if there was none.
 * `seen` are those on the screen, and their version: "{scores}@{version}". Both are stored in this browser, for one tournament.
 */
export function useLastVisit(tournamentId: number, seen: string | null): string | null {
  const [before, setBefore] = useState(() => findScoresBefore(tournamentId))
  useEffect(() => {
    if (seen === null) return
    const store = () => writeStored(key, [tournamentId, Date.now(), seen, before ?? ''].join(' '))
    const handleVisibility = () => {
      if (document.visibilityState === 'hidden') store()
      else setBefore(findScoresBefore(tournamentId))
    }
    if (document.visibilityState === 'visible') store()
    document.addEventListener('visibilitychange', handleVisibility)
    return () => document.removeEventListener('visibilitychange', handleVisibility)
  }, [tournamentId, seen, before])
  return before?.split('@')[0] ?? null
}

/** The version of the scores that `useLastVisit` has found; 0 if there is none. */
export function readLastVersion(tournamentId: number): number {
  const [id, , , before] = (readStored(key) ?? '').split(' ')
  return Number(id) === tournamentId ? Number(before?.split('@')[1] ?? 0) : 0
}

/** The board that the viewer saw last in this browser, also a moment ago; null if they saw none of this tournament. */
export function readLastBoard(tournamentId: number): { scores: string; version: number } | null {
  const [id, , seen] = (readStored(key) ?? '').split(' ')
  if (Number(id) !== tournamentId || !seen) return null
  const [scores = '', version] = seen.split('@')
  return { scores, version: Number(version) }
}

function findScoresBefore(tournamentId: number): string | null {
  const [id, seenAt, seen, before] = (readStored(key) ?? '').split(' ')
  if (Number(id) !== tournamentId) return null
  return (Date.now() - Number(seenAt) > visitEndsAfterMs ? seen : before) || null
}
