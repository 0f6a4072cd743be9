import { randomBytes } from 'node:crypto'
import {
  organiserAcceptance,
  organiserLink,
  organiserLinkChange,
  userActionResponse,
} from '#contract/admin-contract.ts'
import { organiserLinkPath } from '#contract/identity-paths.ts'
import { routePaths } from '#contract/paths.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { inRetriedTransaction } from '#server/platform/db/database.ts'
import { callerId, requireSignedIn } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { findUser, lockUser, setRole } from '#server/users/user-store.ts'
import {
  addOrganiserLink,
  findOrganiserLink,
  redeemOrganiserLink,
  removeOrganiserLinks,
} from './organiser-link-store.ts'

type Options = Pick<EditorServices, 'db' | 'clock'> & {
  publicUrl: string
  /** Whether accounts confirm their address. Then those that have not do not become organisers. */
  confirmsEmail: boolean
}

const lifetimeMs = 24 * 60 * 60 * 1000

/** The link with which an admin makes one account a power user. There is one at a time (docs/security.md, 10.7). */
export function addOrganiserLinkRoutes(server: HttpServer, { db, clock, publicUrl, confirmsEmail }: Options): void {
  server.get(routePaths.adminOrganiserLink, {
    schema: {
      operationId: 'getOrganiserLink',
      summary: 'The link for a new organiser',
      description: 'Null if none can be used now.',
      response: { 200: organiserLink },
    },
    handler: async () => (await findOrganiserLink(db, await clock.authoritativeNow(db))) ?? null,
  })

  server.post(routePaths.adminOrganiserLink, {
    schema: {
      operationId: 'replaceOrganiserLink',
      summary: 'Makes a link for a new organiser, or revokes it',
      description: 'One account becomes a power user with it, within 24 hours. An earlier link ends.',
      body: organiserLinkChange,
      response: { 200: userActionResponse },
    },
    handler: async (request) => ({ link: await replace(callerId(request), request.body.isOpen) }),
  })

  server.post(routePaths.organiserAccept, {
    schema: {
      operationId: 'acceptOrganiserLink',
      summary: 'Makes the caller a power user',
      description: 'With the code of a link, which then ends. An organiser does not use it up.',
      errors: ['email-unconfirmed', 'forbidden', 'link-ended'],
      body: organiserAcceptance,
      response: { 200: userActionResponse },
    },
    handler: async (request) => {
      const { user } = requireSignedIn(request)
      if (!user.isPowerUser) await accept(user.id, request.body.code)
      return { link: null }
    },
  })

  /** Replaces the link by a new one, which is returned, or by none. */
  function replace(userId: number, isOpen: boolean): Promise<string | null> {
    return inRetriedTransaction(db, async (trx) => {
      const now = await clock.authoritativeNow(trx)
      if (!(await removeOrganiserLinks(trx)) && !isOpen) return null
      const action = isOpen ? 'organiser link created' : 'organiser link revoked'
      await addAuditEntry(trx, { userId, action, details: {} }, now)
      if (!isOpen) return null
      const code = randomBytes(32).toString('base64url')
      await addOrganiserLink(trx, code, userId, new Date(now.getTime() + lifetimeMs))
      // Browsers send no fragment: the code is in no log, and whoever only fetches the page uses nothing up.
      return `${publicUrl}${organiserLinkPath}#${code}`
    })
  }

  /** Makes the user a power user, if the link still works and its maker is still an admin. */
  function accept(userId: number, code: string): Promise<void> {
    return inRetriedTransaction(db, async (trx) => {
      const record = (await lockUser(trx, userId)) ? await findUser(trx, userId) : undefined
      if (!record || record.isBlocked) throw new Problem('forbidden')
      if (confirmsEmail && !record.emailVerified) throw new Problem('email-unconfirmed')
      if (record.user.isPowerUser) return
      const now = await clock.authoritativeNow(trx)
      const maker = await redeemOrganiserLink(trx, code, now)
      if (maker === undefined) throw new Problem('link-ended')
      await setRole(trx, userId, 'power', true)
      const details = { userId, role: 'power' }
      await addAuditEntry(trx, { userId: maker, action: 'role granted', details }, now)
    })
  }
}
