import * as z from 'zod/mini'
import { id, idParameter, instant } from './values.ts'

/** What the admin screen asks (specification, sections 2 and 7). */

const person = z.object({
  id,
  name: z.string(),
  /** The e-mail address. */
  userName: z.string(),
})

export type Person = z.infer<typeof person>

/** `GET /api/admin/users`: everybody who has not been merged into another, by name. */
export const adminUserList = z.array(
  z.object({
    ...person.shape,
    isAdmin: z.boolean(),
    isPowerUser: z.boolean(),
    /** False for one who came from an import and never signed in. */
    real: z.boolean(),
  }),
)

export type AdminUser = z.infer<typeof adminUserList>[number]

/** `GET /api/admin/tournamentUsers/{tournamentId}`: who has an entry in it, by name. */
export const tournamentUserList = z.array(person)

/** `GET /api/admin/clearCache`: whatever the server holds in memory is read again, in every process. */
export const clearCacheResponse = z.object({ cleared: z.literal(true) })

/** `GET /api/admin/sendAuditEmail`: to how many admins; the same for a call that comes within the minute. */
export const sendAuditEmailResponse = z.object({ recipients: z.int() })

/** `POST /api/admin/mergeUsers` and its dry run: user ids, the target first (decisions, section 13). */
export const mergeRequest = z.array(id).check(
  z.minLength(2, 'must name at least two users'),
  z.maxLength(50, 'must name at most 50 users'),
  z.refine((ids) => new Set(ids).size === ids.length, 'must name each user once'),
)

/** What `POST /api/admin/mergeUsers` answers; a repeat is answered in the same way. */
export const mergeResponse = z.object({ target: person, sources: z.array(person) })

/** `POST /api/admin/mergeUsers/preview`: what a merge would do. It can be done when nothing stands in the way. */
export const mergePreview = z.object({
  ...mergeResponse.shape,
  /** What the target takes over from all sources together. */
  moves: z.object({
    /** Ways to sign in. */
    identities: z.int(),
    entries: z.int(),
    /** Tournaments with places. */
    results: z.int(),
  }),
  /** Tournaments in which two of them have an entry or results. */
  conflicts: z.array(z.object({ id, name: z.string() })),
  /** Sources who are admins or power users: their role has to be taken away first. */
  privileged: z.array(person),
  /** Tournaments that have not started, when the target is the caller: he would read the picks of another. */
  secret: z.array(z.object({ id, name: z.string() })),
})

export type MergePreview = z.infer<typeof mergePreview>

/** `GET /api/admin/auditLog?before={id}`: what was done, newest first; `next` asks for what is older. */
export const auditLogQuery = z.object({ before: z.optional(idParameter) })

export const auditLog = z.object({
  lines: z.array(
    z.object({
      id,
      at: instant,
      /** Null for the operator's command line. */
      user: z.nullable(z.object({ id, name: z.string() })),
      action: z.string(),
      /** What it was done to, before and after: as it was written down. */
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  next: z.nullable(id),
})

export type AuditLogLine = z.infer<typeof auditLog>['lines'][number]
