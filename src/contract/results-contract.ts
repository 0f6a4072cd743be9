import * as z from 'zod/mini'
import { maxResultsFileLength } from './limits.ts'
import { id, instant, plainText } from './values.ts'

/**
 * `GET /api/results/{userId}` (docs/rules.md, 6): ended tournaments, newest first, with the places of the user's entries
 * in entry order (null for a disqualified one), and how many entries held each golfer, highest first.
 */
export const userResults = z.object({
  user: z.object({ id, name: z.string() }),
  results: z.array(
    z.object({
      /** `decision`: what the organisers have decided about a shared first place. */
      tournament: z.object({ id, name: z.string(), start: instant, decision: z.optional(z.string()) }),
      places: z.array(z.nullable(z.int().check(z.positive()))),
    }),
  ),
  favoriteGolfers: z.array(z.object({ name: z.string(), count: z.int().check(z.positive()) })),
})

export type UserResults = z.infer<typeof userResults>

/**
 * Who somebody is whose address is new, but not their name: the id of a user, another address of the file, or null for
 * nobody of the offered.
 */
const personAnswer = z.nullable(z.union([id, z.string().check(z.maxLength(254))]))

export type PersonAnswer = z.infer<typeof personAnswer>

/** `POST /api/admin/import`: a CSV file with results of earlier years (docs/rules.md, 10). Unless confirmed, a preview. */
export const resultsFile = z.strictObject({
  name: plainText(255),
  csv: z.string().check(z.maxLength(maxResultsFileLength, 'is too large: the operator can import it by command')),
  isConfirmed: z.boolean(),
  /** The answers to the questions of the preview. */
  people: z.optional(
    z.array(z.strictObject({ email: z.string().check(z.maxLength(254)), is: personAnswer })).check(z.maxLength(5000)),
  ),
})

/** Whether somebody in the file is one of others with the same name. */
const importQuestion = z.object({
  email: z.string(),
  name: z.string(),
  line: z.int(),
  options: z.array(z.object({ is: z.union([id, z.string()]), name: z.string(), email: z.string(), about: z.string() })),
  isAnswered: z.boolean(),
})

export type ImportQuestion = z.infer<typeof importQuestion>

/** The report of an import or its preview, line by line, and whether the import is possible. */
export const resultsImport = z.object({
  lines: z.array(z.string()),
  isPossible: z.boolean(),
  /** People with the name of somebody else: the import is possible once each is answered. */
  questions: z.array(importQuestion),
})

export type ResultsImport = z.infer<typeof resultsImport>

const count = z.int().check(z.nonnegative())

/** An import with what it has added. */
export const importRecord = z.object({
  id,
  file: z.string(),
  importedAt: instant,
  tournaments: count,
  people: count,
  results: count,
  undoneAt: z.nullable(instant),
  /** How it is used, as a sentence: it can no longer be undone. Null if it is not, or has been undone. */
  use: z.nullable(z.string()),
})

export type ImportRecord = z.infer<typeof importRecord>

/** `GET /api/admin/imports`, newest first. */
export const importList = z.array(importRecord)

/** `POST /api/admin/imports/undo` */
export const importUndo = z.strictObject({ importId: id })
