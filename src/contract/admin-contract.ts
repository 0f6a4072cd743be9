import * as z from 'zod/mini'
import { requestKey } from './invitation-contract.ts'
import { id, idParameter, instant } from './values.ts'

/** The API of the admin screen (docs/rules.md, 11). */

export const person = z.object({
  id,
  name: z.string(),
  /** The email address. */
  userName: z.string(),
})

export type Person = z.infer<typeof person>

/** `GET /api/admin/users`: all users except those merged into another, by name. */
export const adminUserList = z.array(
  z.object({
    ...person.shape,
    isAdmin: z.boolean(),
    isPowerUser: z.boolean(),
    /** False for an imported user who has never signed in. */
    real: z.boolean(),
    /** The operator has blocked them: they cannot sign in (docs/rules.md, 11.5). */
    blocked: z.boolean(),
    /** An admin can make them an admin; only in responses to admins (docs/security.md, 10.8). */
    canBecomeAdmin: z.optional(z.literal(true)),
  }),
)

export type AdminUser = z.infer<typeof adminUserList>[number]

/** `POST /api/admin/user`: what an admin does with a user’s account. */
export const userAction = z.strictObject({
  userId: id,
  action: z.enum(['resetPassword', 'block', 'unblock', 'delete', 'revokePower', 'makeAdmin']),
})

export type UserAction = z.infer<typeof userAction>

/** `GET /api/admin/unconfirmed`: accounts without a confirmed address, newest first. */
export const unconfirmedList = z.array(
  z.object({
    accountId: z.string(),
    name: z.string(),
    /** Empty for people without an address. */
    userName: z.string(),
    /** The organiser who lets them in all the same. */
    admittedBy: z.nullable(z.string()),
  }),
)

export type UnconfirmedAccount = z.infer<typeof unconfirmedList>[number]

/** `POST /api/admin/unconfirmed`: sends the confirmation again, lets the account in without one, or replaces its link. */
export const unconfirmedAction = z.strictObject({
  accountId: z.string().check(z.maxLength(100)),
  action: z.enum(['sendAgain', 'admit', 'newLink']),
})

export type UnconfirmedAction = z.infer<typeof unconfirmedAction>

/** `POST /api/admin/unconfirmed` with a new person, who enters by a link. The address may be empty. */
export const newPerson = z.strictObject({
  requestKey,
  name: z.string().check(z.maxLength(100)),
  email: z.string().check(z.maxLength(254)),
})

export type NewPerson = z.infer<typeof newPerson>

export const unconfirmedRequest = z.union([unconfirmedAction, newPerson])

/** `link`: to choose a new password, within an hour, or to enter, within 7 days; it works once. */
export const userActionResponse = z.object({ link: z.nullable(z.string()) })

export type UserActionResult = z.infer<typeof userActionResponse>

/** `GET /api/admin/organiserLink`: who made the link that can be used now; null if there is none. */
export const organiserLink = z.nullable(z.object({ by: z.string(), expiresAt: instant }))

export type OrganiserLink = z.infer<typeof organiserLink>

/** `POST /api/admin/organiserLink`: a new link, or none. */
export const organiserLinkChange = z.strictObject({ isOpen: z.boolean() })

/** `POST /api/organiser`: accepts a link. */
export const organiserAcceptance = z.strictObject({ code: z.string().check(z.maxLength(100)) })

/** `GET /api/admin/clearCache`: clears the in-memory caches of every process (docs/security.md, 3.5). */
export const clearCacheResponse = z.object({ cleared: z.literal(true) })

/** `GET /api/admin/update`: the newest version if it is newer than the server's, and the https address of its page. */
export const update = z.object({ newer: z.nullable(z.object({ version: z.string(), url: z.string() })) })

export type Update = z.infer<typeof update>
export type Release = NonNullable<Update['newer']>

/** `GET /api/admin/backup`: the last nightly backup, and why the last attempt failed. */
export const backupStatus = z.object({
  /** False: the operator has switched nightly backups off. */
  isOn: z.boolean(),
  last: z.nullable(z.object({ madeAt: instant, bytes: z.int(), users: z.int() })),
  failure: z.nullable(z.string()),
})

export type BackupStatus = z.infer<typeof backupStatus>

/** `GET /api/admin/setup`: what the operator has set up. Without a mail server, emails become files. */
export const serverSetup = z.object({ isMailSetUp: z.boolean() })

export type ServerSetup = z.infer<typeof serverSetup>

/** `GET /api/admin/feed`: the address from which scores come, and why there are no new scores. */
export const feedStatus = z.object({
  host: z.string(),
  /** 1 is the first address. */
  number: z.int(),
  /** Null if it has always been the first. */
  since: z.nullable(instant),
  /** The fault in words, and what organisers can do. */
  fault: z.nullable(z.object({ text: z.string(), since: instant })),
  /** The names of golfers whom the feed sends without an id: the board lacks them. */
  unidentified: z.array(z.string()),
  /** Why the golfers whom the feed lists for the next event may not be its field; null if they are. */
  provisionalField: z.nullable(z.string()),
})

export type FeedStatus = z.infer<typeof feedStatus>

/** `GET /api/admin/sendAuditEmail`: the number of recipients; a repeat within a minute gets the same response
 * and sends nothing (docs/rules.md, 9.3). */
export const sendAuditMailResponse = z.object({ recipients: z.int() })

/** `POST /api/admin/mergeUsers` and its preview: user ids, the target first (docs/rules.md, 11.3). */
export const mergeRequest = z.array(id).check(
  z.minLength(2, 'must name at least two users'),
  z.maxLength(50, 'must name at most 50 users'),
  z.refine((ids) => new Set(ids).size === ids.length, 'must name each user once'),
)

/** The response of `POST /api/admin/mergeUsers`; a repeat gets the same one. */
export const mergeResponse = z.object({ target: person, sources: z.array(person) })

export type Merged = z.infer<typeof mergeResponse>

/** `POST /api/admin/mergeUsers/preview`: a preview of the merge. It is possible if `privileged` and `secret` are
 * empty and each conflict has entries. */
export const mergePreview = z.object({
  ...mergeResponse.shape,
  /** The number of things that the merge moves to the target, for all sources together. */
  moves: z.object({
    /** Sign-ins: pairs of issuer and subject. */
    identities: z.int(),
    entries: z.int(),
    /** Tournaments with places. */
    results: z.int(),
  }),
  /**
   * Tournaments in which two of the users have an entry or results. The first entry, which was saved last, stays, and the others
   * are withdrawn; there are none if places are imported.
   */
  conflicts: z.array(
    z.object({ id, name: z.string(), entries: z.array(z.object({ entryId: id, userId: id, tournamentId: id })) }),
  ),
  /** Sources who are admins or power users: their roles must be revoked first. */
  privileged: z.array(person),
  /** Tournaments that have not started and in which one of the users has an entry that is not withdrawn: its picks are still secret. */
  secret: z.array(z.object({ id, name: z.string() })),
})

export type MergePreview = z.infer<typeof mergePreview>

/** `GET /api/admin/auditLog?before={id}`: the entries older than `before`; by default the newest. */
export const auditLogQuery = z.object({ before: z.optional(idParameter) })

/**
 * A page of the audit log, newest first (docs/rules.md, 11.4). `people` are the users whom the details name by id. `next`
 * is the `before` of the next page, or null.
 */
export const auditLog = z.object({
  lines: z.array(
    z.object({
      id,
      at: instant,
      /** Null for the operator's command line. */
      user: z.nullable(z.object({ id, name: z.string() })),
      action: z.string(),
      /** As recorded: what the action changed, before and after. */
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  people: z.array(z.object({ id, name: z.string(), userName: z.string() })),
  next: z.nullable(id),
})

export type AuditLog = z.infer<typeof auditLog>
export type AuditLogLine = AuditLog['lines'][number]
export type AuditLogPerson = AuditLog['people'][number]
