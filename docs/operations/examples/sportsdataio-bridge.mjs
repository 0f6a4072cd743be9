/**
 * Scores of SportsDataIO's golf API as the document for SCORES_URL (../scores.md). Needs Node and a key of theirs:
 *
 *   SPORTSDATAIO_KEY=… BRIDGE_TOKEN=… node sportsdataio-bridge.mjs
 *
 * with SCORES_URL=http://127.0.0.1:8790/{event} and the same token as SCORES_TOKEN. The id of an event is their
 * TournamentID, with zeros in front if it has fewer than four digits.
 */
import { createServer } from 'node:http'

const { SPORTSDATAIO_KEY, SPORTSDATAIO_URL = 'https://api.sportsdata.io', BRIDGE_TOKEN, PORT = '8790' } = process.env
if (!SPORTSDATAIO_KEY || !BRIDGE_TOKEN) throw new Error('Set SPORTSDATAIO_KEY and BRIDGE_TOKEN')

function toDocument({ Tournament, Players }, id) {
  const { Name, StartDate, Par, IsOver, IsInProgress, Canceled, Rounds } = Tournament
  const rounds = Rounds.toSorted((a, b) => a.Number - b.Number)
  const current = rounds.find(({ IsRoundOver }) => !IsRoundOver)
  const underWay = current ? 'in-progress' : 'round-complete'
  const status = Canceled ? 'cancelled' : IsOver ? 'complete' : IsInProgress ? underWay : 'scheduled'
  const round = status === 'scheduled' ? 0 : Math.min(4, (current ?? rounds.at(-1))?.Number ?? 1)
  const season = Number(StartDate.slice(0, 4))
  return {
    event: { id, name: Name, season, par: Par, round, status, updated: new Date().toISOString() },
    golfers: Players.filter(({ IsAlternate }) => !IsAlternate).map((player) => toGolfer(player, round)),
  }
}

function toGolfer({ PlayerID, Name, Rounds, TotalScore, TeeTime, ...player }, round) {
  const holesOf = (number) =>
    Rounds.find(({ Number: n }) => n === number)?.Holes?.filter(({ Score }) => Score > 0) ?? []
  const sum = (holes, field) => holes.reduce((total, hole) => total + hole[field], 0)
  const cards = Array.from({ length: round }, (_, index) => holesOf(index + 1))
  const today = cards.at(-1) ?? []
  const isPlaying = today.length > 0 && today.length < 18
  const isOut = player.IsWithdrawn ? 'withdrawn' : player.MadeCutDidNotFinish ? 'did-not-finish' : null
  return {
    id: String(PlayerID),
    name: Name,
    // They report the cut from round 3.
    status: isOut ?? (round > 2 && player.MadeCut === 0 ? 'cut' : 'playing'),
    rounds: cards.map((holes) => (holes.length === 18 ? sum(holes, 'Score') : null)),
    today: isPlaying ? sum(today, 'ToPar') : null,
    thru: isPlaying ? today.length : null,
    // Not every course of an event has the same par.
    toPar: cards.flat().length > 0 ? TotalScore : null,
    teeTime: today.length === 0 ? toInstant(TeeTime) : null,
  }
}

const eastern = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' })

/** Their times are US Eastern time, without an offset. */
function toInstant(text) {
  if (!text) return null
  const [, offset] = eastern.format(new Date(`${text}Z`)).split('GMT')
  return new Date(text + offset).toISOString()
}

createServer(async ({ url, headers }, response) => {
  const send = (status, body = {}) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const [, id] = /^\/(\d{4,12})$/.exec(url) ?? []
  if (headers.authorization !== `Bearer ${BRIDGE_TOKEN}`) return send(401)
  if (!id) return send(404)
  try {
    const address = `${SPORTSDATAIO_URL}/golf/v2/json/Leaderboard/${Number(id)}`
    const request = { headers: { 'Ocp-Apim-Subscription-Key': SPORTSDATAIO_KEY }, signal: AbortSignal.timeout(2500) }
    const answer = await fetch(address, request)
    return answer.ok ? send(200, toDocument(await answer.json(), id)) : send(answer.status)
  } catch {
    return send(502)
  }
}).listen(Number(PORT), '127.0.0.1')
