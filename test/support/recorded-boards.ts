import { leaderboardHistory } from '#contract/leaderboard-contract.ts'
import { applyRecord, type Board, type BoardRecord } from '#domain/history/board-history.ts'

/** The boards of a response of `GET /api/leaderboard/{id}/history`, as JSON texts by their version. */
export function rebuildBoards(response: unknown): Map<number, string> {
  leaderboardHistory.parse(response)
  const { records } = response as { records: BoardRecord[] }
  const boards = new Map<number, string>()
  let last: Board | null = null
  for (const record of records) {
    last = applyRecord(last, record)
    boards.set(last.version, JSON.stringify(last))
  }
  return boards
}
