import { applyRecord, type Board, type BoardRecord } from './board-history.ts'

/** Rebuilding a version starts at most this many versions before it. */
const keyFrameDistance = 64

export type ReplayMoment = {
  readonly version: number
  readonly time: number
  readonly status: string
  readonly round: number
}

export type Replay = ReturnType<typeof createReplay>

/** The recorded versions of a leaderboard, in order (docs/rules.md, 7.9). */
export function createReplay(records: readonly BoardRecord[]) {
  const moments = listMoments(records)
  const indexes = new Map(moments.map(({ version }, index) => [version, index]))
  const keyFrames = new Map<number, Board>()
  /** The index of the board that was opened last: the next one is usually after it. */
  let latest = 0

  function boardAtIndex(index: number): Board | null {
    const known = [...keyFrames.keys()].filter((each) => each <= index)
    const start = known.length === 0 ? -1 : Math.max(...known)
    let board = keyFrames.get(start) ?? null
    for (let next = start + 1; next <= index; next += 1) {
      const record = records[next]
      if (record) board = applyRecord(board, record)
      if (board && (next % keyFrameDistance === 0 || next === index)) keyFrames.set(next, board)
    }
    if (latest !== index && latest % keyFrameDistance !== 0) keyFrames.delete(latest)
    latest = index
    return board
  }

  return {
    records,
    /** Rebuilds every version once, in steps: then any version takes a moment. */
    *prepare(): Generator<void> {
      for (let index = 0; index < records.length; index += keyFrameDistance) yield void boardAtIndex(index)
    },
    /** Every version: its time in milliseconds since 1970, the state of the event, such as "Round 2 - In Progress", and the round. */
    moments,
    /** The board of a version; null for one that is not recorded. */
    boardAt(version: number): Board | null {
      return boardAtIndex(indexes.get(version) ?? -1)
    },
    /** The last board at or before a time, in milliseconds since 1970, and all later ones; all of them if there is none. */
    boardsFrom(from: number): Board[] {
      const first = Math.max(
        0,
        moments.findLastIndex(({ time }) => time <= from),
      )
      return moments.slice(first).flatMap((_, index) => boardAtIndex(first + index) ?? [])
    },
  }
}

function listMoments(records: readonly BoardRecord[]): ReplayMoment[] {
  const moments: ReplayMoment[] = []
  let last = { version: 0, timeStamp: '', status: '', round: 0 }
  for (const record of records) {
    const head: Partial<Board> = 'board' in record ? record.board : record[0]
    const { version = last.version + 1, timeStamp = last.timeStamp, currentRound: round = last.round, event } = head
    last = { version, timeStamp, status: event?.roundStatus ?? last.status, round }
    moments.push({ version, time: Date.parse(timeStamp), status: last.status, round })
  }
  return moments
}

/** The moments at which the state of the event changed: rounds that began, were suspended or were over. */
export function listKeyMoments(moments: readonly ReplayMoment[]): ReplayMoment[] {
  return moments.filter(({ status }, index) => status !== moments[index - 1]?.status)
}
