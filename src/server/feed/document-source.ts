import { scoreDocument } from '#contract/score-document-contract.ts'
import { type ScoreDocument, toOutReason } from '#domain/scores/score-document.ts'
import { describeScoreFault, findScoreFaults } from '#domain/scores/score-faults.ts'
import { toScoredField } from '#domain/scores/scored-field.ts'
import { FeedError } from './feed-error.ts'
import { getJson } from './json-request.ts'
import type { EventSource } from './score-source.ts'

type Options = {
  /** Contains `{event}`; only digits replace it. */
  readonly url: string
  /** Sent as a bearer token. */
  readonly token: string | null
  readonly userAgent: string
  readonly now: () => Date
}

const sourceName = 'The source of scores'
const limits = { deadlineMs: 3000, maxBytes: 4 * 2 ** 20, source: sourceName }

/** The document at `SCORES_URL` (docs/rules.md, 7.7). */
export function createDocumentSource({ url, token, userAgent, now }: Options): EventSource {
  async function request(espnId: string): Promise<ScoreDocument> {
    const body = await getJson(new URL(url.replaceAll('{event}', espnId)), { ...limits, userAgent, token })
    const result = scoreDocument.safeParse(body)
    if (!result.success) throw invalid(describeShape(result.error.issues, body))
    if (result.data.event.id !== espnId)
      throw new FeedError('unknown-event', `${sourceName} returned event ${result.data.event.id} instead of ${espnId}.`)
    return result.data
  }

  return {
    async getScores({ espnId }, previous) {
      const requestedAt = now()
      const document = await request(espnId)
      const [fault] = findScoreFaults(document, previous)
      if (fault) throw invalid(describeScoreFault(fault, document.golfers))
      return {
        field: toScoredField(document, previous),
        courses: [],
        requestedAt,
        asOf: new Date(document.event.updated),
        source: { kind: 'document', since: null, by: null },
      }
    },
    async findEvent(espnId) {
      const { event, golfers } = await request(espnId)
      const teeTimes = golfers.flatMap(({ teeTime }) => teeTime ?? []).toSorted()
      return {
        summary: {
          name: event.name,
          season: event.season,
          firstDay: null,
          firstTeeTime: event.round === 0 ? (teeTimes[0] ?? null) : null,
          courses: [],
        },
        golfers: golfers.map(({ id, name, status }) => ({ espnId: id, name, out: toOutReason(status) })),
      }
    },
  }
}

function invalid(sentence: string): FeedError {
  return new FeedError('invalid', `${sourceName} has wrong scores. ${sentence}`)
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

/** The first fault of the shape: "Row 3, thru: expected number". */
function describeShape([issue]: readonly Issue[], body: unknown): string {
  const path = issue?.path ?? []
  const [list, row, ...field] = path
  const place = list === 'golfers' && typeof row === 'number' ? `Row ${row + 1}, ${field.join('.')}` : path.join('.')
  return `${place || (Array.isArray(body) ? 'The list' : 'The document')}: ${issue?.message ?? 'has another shape'}.`
}
