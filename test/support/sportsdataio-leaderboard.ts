import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * SportsDataIO's leaderboard of an event in its second round, by hand in the documented shape; fields that the example
 * bridge does not read are left out.
 */

/** `toPar`: of each hole played, in order. */
function toRound(number: number, toPar: readonly number[]) {
  const holes = toPar.map((value, index) => ({ Number: index + 1, Par: 4, Score: 4 + value, ToPar: value }))
  const left = Array.from({ length: 18 - toPar.length }, (_, index) => ({
    ...{ Number: toPar.length + index + 1, Par: 4, Score: null, ToPar: null },
  }))
  return {
    Number: number,
    Par: 72,
    Score: holes.reduce((sum, { Score }) => sum + Score, 0),
    Holes: [...holes, ...left],
  }
}

const level = Array.from({ length: 18 }, () => 0)
const player = {
  ...{ TotalScore: 0, TotalThrough: null, TeeTime: null, MadeCut: 1, IsWithdrawn: false, IsAlternate: false },
  MadeCutDidNotFinish: false,
}

export const leaderboard = {
  Tournament: {
    ...{ TournamentID: 688, Name: 'Spring Open', StartDate: '2026-06-04T00:00:00', EndDate: '2026-06-07T00:00:00' },
    ...{ IsOver: false, IsInProgress: true, Canceled: false, Par: 72, Format: 'Stroke' },
    Rounds: [4, 3, 2, 1].map((number) => ({ TournamentID: 688, Number: number, IsRoundOver: number === 1 })),
  },
  Players: [
    {
      ...{ ...player, PlayerID: 40000019, Name: 'Ann Arbor', TotalScore: -3 },
      Rounds: [toRound(1, [-1, ...level.slice(1)]), toRound(2, [-1, -1, 0, 0])],
    },
    {
      ...{ ...player, PlayerID: 40000020, Name: 'Bea Bunker', TotalScore: 2, TeeTime: '2026-06-05T13:10:00' },
      Rounds: [toRound(1, [1, 1, ...level.slice(2)]), toRound(2, [])],
    },
    {
      ...{ ...player, PlayerID: 40000021, Name: 'Cleo Club', TotalScore: 5, IsWithdrawn: true },
      Rounds: [toRound(1, [5, 0, 0])],
    },
    {
      ...player,
      PlayerID: 40000022,
      Name: 'Dee Driver',
      TotalScore: 0,
      Rounds: [toRound(1, level), toRound(2, level)],
    },
    { ...player, PlayerID: 40000023, Name: 'Alf Alternate', IsAlternate: true, Rounds: [] },
  ],
}

/** The provider with these leaderboards, by TournamentID. */
export async function startSportsDataIo(key: string, leaderboards: Readonly<Record<string, object>>) {
  const server = createServer(({ url = '', headers }, response) => {
    const found = leaderboards[/^\/golf\/v2\/json\/Leaderboard\/(\d+)$/.exec(url)?.[1] ?? '']
    const isAllowed = headers['ocp-apim-subscription-key'] === key
    response.writeHead(isAllowed ? (found ? 200 : 404) : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? {}))
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.on('listening', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((done) => server.close(done)),
  }
}
