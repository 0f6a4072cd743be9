import { randomBytes } from 'node:crypto'
import type { OrganiserLink } from '#contract/admin-contract.ts'
import { organiserLinkPath } from '#contract/identity-paths.ts'
import type { User } from '#domain/permissions.ts'
import { addAuditEntry } from '../audit-log/audit-log-store.ts'
import { inRetriedTransaction } from '../db/database.ts'
import type { EditorServices } from '../editor-services.ts'
import { Problem } from '../http/problem.ts'
import { findUser, lockUser, setRole } from '../users/user-store.ts'
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

export type OrganiserLinks = ReturnType<typeof createOrganiserLinks>

/** The link with which an admin makes one account a power user. There is one at a time (docs/security.md, 10.7). */
export function createOrganiserLinks({ db, clock, publicUrl, confirmsEmail }: Options) {
  return {
    /** The link that can be used now, without its secret. */
    async find(): Promise<OrganiserLink> {
      return (await findOrganiserLink(db, await clock.authoritativeNow(db))) ?? null
    },

    /** Replaces the link by a new one, which is returned, or by none. */
    replace({ id }: User, isOpen: boolean): Promise<string | null> {
      return inRetriedTransaction(db, async (trx) => {
        const now = await clock.authoritativeNow(trx)
        if (!(await removeOrganiserLinks(trx)) && !isOpen) return null
        const action = isOpen ? 'organiser link created' : 'organiser link revoked'
        await addAuditEntry(trx, { userId: id, action, details: {} }, now)
        if (!isOpen) return null
        const code = randomBytes(32).toString('base64url')
        await addOrganiserLink(trx, code, id, new Date(now.getTime() + lifetimeMs))
        // Browsers send no fragment: the code is in no log, and whoever only fetches the page uses nothing up.
        return `${publicUrl}${organiserLinkPath}#${code}`
      })
    },

    /** Makes the user a power user, if the link still works and its maker is still an admin. Organisers do not use it up. */
    async accept(user: User, code: string): Promise<void> {
      if (user.isPowerUser) return
      await inRetriedTransaction(db, async (trx) => {
        const record = (await lockUser(trx, user.id)) ? await findUser(trx, user.id) : undefined
        if (!record || record.isBlocked) throw new Problem('forbidden')
        if (confirmsEmail && !record.emailVerified) throw new Problem('email-unconfirmed')
        if (record.user.isPowerUser) return
        const now = await clock.authoritativeNow(trx)
        const maker = await redeemOrganiserLink(trx, code, now)
        if (maker === undefined) throw new Problem('link-ended')
        await setRole(trx, user.id, 'power', true)
        const details = { userId: user.id, role: 'power' }
        await addAuditEntry(trx, { userId: maker, action: 'role granted', details }, now)
      })
    },
  }
}
