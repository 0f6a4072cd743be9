import { type FeedServer, startFeedServer } from '#simulator/feed-server.ts'
import { toLeaderboardBody } from '#simulator/leaderboard-body.ts'
import { minuteOf } from '#simulator/milestones.ts'
import { toPlayerSummaryBody } from '#simulator/player-summary-body.ts'
import { asObject, asObjects, asText } from '#simulator/replay-folder.ts'
import { toReplaySummary } from '#simulator/replay-server.ts'
import { playTournament } from '#simulator/tournament-play.ts'
import type { RecordedFolder } from './recorded-bodies.ts'

export type ScriptedGolfer = { espnId: string; name: string; isAmateur: boolean }

/** A feed with two bodies, the field before the start and the final leaderboard, and golfers who withdraw. */
export type ScriptedFeed = FeedServer & {
  name: string
  golfers: readonly ScriptedGolfer[]
  /** Removes the golfer from the feed. */
  withdraw(espnId: string): void
  /** Serves the last body from now on. */
  finish(): void
}

type FeedScript = {
  eventId: string
  name: string
  /** Leaderboard bodies as JSON. */
  first: string
  last: string
  summary: (espnId: string) => string | undefined
}

export function toSimulatedScript(seed = 'test'): FeedScript {
  const play = playTournament(seed)
  const end = minuteOf(play, 'final')
  return {
    eventId: play.plan.eventId,
    name: play.plan.name,
    first: JSON.stringify(toLeaderboardBody(play, minuteOf(play, 'scheduled'))),
    last: JSON.stringify(toLeaderboardBody(play, end)),
    summary: (espnId) => JSON.stringify(toPlayerSummaryBody(play, espnId, end)),
  }
}

export function toRecordedScript({ eventId, name, bodies, summaries }: RecordedFolder): FeedScript {
  const [first, last] = [bodies[0], bodies.at(-1)]
  if (first === undefined || last === undefined) throw new Error(`There is no body of event ${eventId}.`)
  const toSummary = (espnId: string) => {
    const body = toReplaySummary(last, espnId)
    return body && JSON.stringify(body)
  }
  return {
    eventId,
    name,
    first: first.text,
    last: last.text,
    summary: (espnId) => summaries.get(espnId) ?? toSummary(espnId),
  }
}

export async function startScriptedFeed({ eventId, name, first, last, summary }: FeedScript): Promise<ScriptedFeed> {
  const withdrawn = new Set<string>()
  let served = first

  function leaderboard(): string {
    const body = asObject(JSON.parse(served))
    const events = asObjects(body['events']).map((event) => ({
      ...event,
      competitions: asObjects(event['competitions']).map((competition) => ({
        ...competition,
        competitors: asObjects(competition['competitors']).filter(({ id }) => !withdrawn.has(asText(id) ?? '')),
      })),
    }))
    return JSON.stringify({ ...body, events })
  }

  const server = await startFeedServer({
    eventId,
    leaderboard,
    summary,
    describe: () => ({}),
    control: () => false,
  })
  return {
    ...server,
    name,
    golfers: listGolfers(first, eventId),
    withdraw: (espnId) => void withdrawn.add(espnId),
    finish: () => {
      served = last
    },
  }
}

function listGolfers(text: string, eventId: string): ScriptedGolfer[] {
  const event = asObjects(asObject(JSON.parse(text))['events']).find(({ id }) => id === eventId)
  return asObjects(asObjects(event?.['competitions'])[0]?.['competitors']).map((competitor) => {
    const athlete = asObject(competitor['athlete'])
    return {
      espnId: asText(competitor['id']) ?? '',
      name: asText(athlete['displayName']) ?? '',
      isAmateur: competitor['amateur'] === true || athlete['amateur'] === true,
    }
  })
}
