import { type FeedServer, startFeedServer } from '#simulator/feed-server.ts'
import { minuteOf } from '#simulator/milestones.ts'
import { listOf, objectOf, textOf } from '#simulator/recorded-json.ts'
import { toReplaySummary } from '#simulator/replay-summary.ts'
import { toLeaderboardBody } from '#simulator/simulated-body.ts'
import { playTournament } from '#simulator/simulated-play.ts'
import { toPlayerSummaryBody } from '#simulator/simulated-summary.ts'
import type { RecordedFolder } from './recorded-bodies.ts'

export type StoryGolfer = { espnId: string; name: string; isAmateur: boolean }

/** A tournament as its organiser meets it: first its field, at last its end, and somebody who leaves in between. */
export type StoryFeed = FeedServer & {
  name: string
  golfers: readonly StoryGolfer[]
  /** From now on the feed does not list him any more. */
  withdraw(espnId: string): void
  /** From now on the last body is told. */
  finish(): void
}

type Story = {
  eventId: string
  name: string
  /** Leaderboard bodies as JSON texts. */
  first: string
  last: string
  summary: (espnId: string) => string | undefined
}

export function toSimulatedStory(seed = 'test'): Story {
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

export function toRecordedStory({ eventId, name, bodies, summaries }: RecordedFolder): Story {
  const [first, last] = [bodies[0], bodies.at(-1)]
  if (first === undefined || last === undefined) throw new Error(`There is no body of event ${eventId}.`)
  const made = (espnId: string) => {
    const body = toReplaySummary(last, espnId)
    return body && JSON.stringify(body)
  }
  return {
    eventId,
    name,
    first: first.text,
    last: last.text,
    summary: (espnId) => summaries.get(espnId) ?? made(espnId),
  }
}

export async function startStoryFeed({ eventId, name, first, last, summary }: Story): Promise<StoryFeed> {
  const gone = new Set<string>()
  let told = first

  function leaderboard(): string {
    const body = objectOf(JSON.parse(told))
    const events = listOf(body['events']).map((event) => ({
      ...event,
      competitions: listOf(event['competitions']).map((competition) => ({
        ...competition,
        competitors: listOf(competition['competitors']).filter(({ id }) => !gone.has(textOf(id) ?? '')),
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
    withdraw: (espnId) => void gone.add(espnId),
    finish: () => {
      told = last
    },
  }
}

function listGolfers(text: string, eventId: string): StoryGolfer[] {
  const event = listOf(objectOf(JSON.parse(text))['events']).find(({ id }) => id === eventId)
  return listOf(listOf(event?.['competitions'])[0]?.['competitors']).map((competitor) => {
    const athlete = objectOf(competitor['athlete'])
    return {
      espnId: textOf(competitor['id']) ?? '',
      name: textOf(athlete['displayName']) ?? '',
      isAmateur: competitor['amateur'] === true || athlete['amateur'] === true,
    }
  })
}
