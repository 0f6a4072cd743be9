import * as z from 'zod/mini'
import { scoreDocument } from '#contract/score-document-contract.ts'
import type { Field } from '#domain/field/field.ts'
import { describeScoreFault, findScoreFaults, type ScoreDocument, toOutReason } from '#domain/scores/score-document.ts'
import { toScoredField } from '#domain/scores/scored-field.ts'
import { FeedError } from './feed-error.ts'
import { getJson } from './json-request.ts'
import { lenient, listOf, text } from './lenient-schemas.ts'
import type { EventSource } from './score-source.ts'

type Options = {
  /** Contains `{event}`; only digits replace it. */
  readonly url: string
  /** The bearer token of the request. */
  readonly token: string | null
  readonly userAgent: string
  readonly now: () => Date
  /** The time limit of a whole response. Default: three seconds. */
  readonly deadlineMs?: number
}

const sourceName = 'The source of scores'
/** The size limit of scores that organisers publish, too. Nested JSON of this size is parsed in a few milliseconds. */
const limits = { maxBytes: 256 * 1024, source: sourceName }
/** Scores dated further in the future are refused: they would lock out all others until then. */
const maxClockSkewMs = 5 * 60_000

/** The document at `SCORES_URL` (docs/rules.md, 7.7). */
export function createDocumentSource({ url, token, userAgent, now, deadlineMs = 3000 }: Options): EventSource {
  async function request(espnId: string, previous: Field | null): Promise<ScoreDocument> {
    const body = await getJson(new URL(url.replaceAll('{event}', espnId)), { ...limits, deadlineMs, userAgent, token })
    const result = scoreDocument.safeParse(body, inWords)
    if (!result.success) throw invalid(describeShape(result.error.issues, body))
    if (result.data.event.id !== espnId)
      throw new FeedError('unknown-event', `${sourceName} returned event ${result.data.event.id} instead of ${espnId}.`)
    const { event, golfers } = result.data
    const [fault] = findScoreFaults(result.data, previous)
    if (fault) throw invalid(describeScoreFault(fault, golfers))
    if (Date.parse(event.updated) > now().getTime() + maxClockSkewMs)
      throw invalid('The scores: updated is later than this server’s clock.')
    return result.data
  }

  return {
    async getScores({ espnId }, previous) {
      const requestedAt = now()
      const document = await request(espnId, previous)
      return {
        field: toScoredField(document, previous),
        courses: [],
        requestedAt,
        asOf: new Date(document.event.updated),
        source: { kind: 'document', since: null, by: null },
      }
    },
    async findEvent(espnId) {
      const { event, golfers } = await request(espnId, null)
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

/** The reasons of a wrong shape. */
const inWords = { error: z.locales.en().localeError }

const namedRows = lenient({ golfers: listOf(lenient({ name: text })) })

/** The first fault of the shape. */
function describeShape([issue]: readonly z.core.$ZodIssue[], body: unknown): string {
  const { path, message } = issue ?? { path: [], message: '' }
  const [list, row, ...field] = path
  const isRow = list === 'golfers' && typeof row === 'number'
  const place = (isRow ? field : path).join('.') || (isRow ? 'row' : 'document')
  const fault = { row: isRow ? row : null, field: place, message: `is wrong (${message})` }
  return describeScoreFault(fault, z.parse(namedRows, body).golfers)
}
