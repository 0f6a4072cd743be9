import { startFeedServer } from '#simulator/feed-server.ts'
import { createRandom } from '#simulator/seeded-random.ts'
import { asNumber, asObject, asText, type RecordedFolder } from './recorded-bodies.ts'

const finishJitter = 60

/** A feed that serves the recorded bodies of a folder, unchanged, under the event's own id. */
export async function startRecordedFeed({ eventId, name, bodies }: RecordedFolder) {
  let index = 0
  const bodyAt = (position: number) => bodies[Math.max(0, position)]?.text ?? ''
  const server = await startFeedServer({
    eventId,
    leaderboard: (which) => bodyAt(index - (which === 'previous' ? 1 : 0)),
    summary: () => undefined,
    describe: () => ({ eventId, name, shown: bodies[index]?.name }),
    control: () => false,
  })
  return {
    ...server,
    name,
    show(next: number): void {
      index = next
    },
    /** All golfers in the order of the last body with random changes, as no field finishes as expected. */
    listGolfers() {
      const random = createRandom(eventId, 'expected')
      const competitors = bodies.findLast((body) => body.competitors.length > 0)?.competitors ?? []
      return competitors
        .flatMap((competitor) => {
          const espnId = asText(competitor['id'])
          const name = asText(asObject(competitor['athlete'])['displayName'])
          if (espnId === undefined || name === undefined) return []
          const rank = asNumber(competitor['sortOrder']) ?? competitors.length
          return [{ espnId, name, expected: rank + random.next() * finishJitter }]
        })
        .sort((a, b) => a.expected - b.expected)
    },
  }
}
