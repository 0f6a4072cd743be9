import {
  mergePreview,
  mergeRequest,
  mergeResponse,
  type NewPerson,
  type UnconfirmedAccount,
  type UnconfirmedAction,
  type UserAction,
  unconfirmedList,
  unconfirmedRequest,
  userAction,
  userActionResponse,
} from '#contract/admin-contract.ts'
import { routePaths } from '#contract/paths.ts'
import { parseEmail, toStandIn } from '#server/delivery/mail/email-address.ts'
import { addAuditEntry } from '#server/platform/audit-log/audit-log-store.ts'
import { type Db, inRetriedTransaction } from '#server/platform/db/database.ts'
import { callerId, requireSignedIn, type SignedIn } from '#server/platform/http/authenticate.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { invalidField, Problem } from '#server/platform/http/problem.ts'
import type { EditorServices } from '#server/pool/editor-services.ts'
import { addAccount, findAccount } from '#server/sign-in/accounts/account-store.ts'
import { findUserOfAccount } from '#server/sign-in/accounts/account-user.ts'
import { admitAccount, listUnconfirmedAccounts } from '#server/sign-in/accounts/unconfirmed-account-store.ts'
import { addAccountRequest } from '#server/sign-in/pages/account-requests.ts'
import { createEntryLink, createPasswordLink, findAccountOfUser } from '#server/sign-in/provider/password-link.ts'
import { cleanName } from '#server/users/display-name.ts'
import { embeddedIssuer, insertUserWithIdentity } from '#server/users/identity-store.ts'
import { requireNoRole } from '#server/users/provider-group-role-store.ts'
import { findUser, lockFirstUser, lockUser, setRole, type UserRecord } from '#server/users/user-store.ts'
import { grantAdmin } from './admin-granting.ts'
import type { UserDeletion } from './personal-data/user-deletion.ts'
import { setBlocked } from './user-blocking-store.ts'
import type { UserMerger } from './user-merger.ts'

type Options = EditorServices & {
  deletion: Pick<UserDeletion, 'deleteUser'>
  publicUrl: string
  /** Accounts of an external provider have no password here. */
  hasPasswords: boolean
  /** Whether accounts confirm their address. */
  confirmsEmail: boolean
}

/** The routes with which organisers and admins change other people's accounts. */
export function addAccountRoutes(server: HttpServer, { merger, ...options }: Options & { merger: UserMerger }): void {
  const actions = createUserActions(options)
  server.post(routePaths.adminUser, {
    schema: {
      operationId: 'actOnUser',
      summary:
        'Resets a password, blocks, unblocks or deletes a user, ends the role of a power user, or makes an admin',
      description:
        'Never an admin; a power user only after the role has ended. A reset returns a link, which works once. Who makes an admin has confirmed with their password or passkey within five minutes.',
      errors: ['confirmation-impossible', 'confirmation-needed', 'not-eligible', 'not-found', 'user-protected'],
      body: userAction,
      response: { 200: userActionResponse },
    },
    handler: async (request) => ({ link: await actions.act(request.body, requireSignedIn(request)) }),
  })

  server.get(routePaths.adminUnconfirmed, {
    schema: {
      operationId: 'listUnconfirmed',
      summary: 'The accounts without a confirmed address',
      description: 'Newest first. Where addresses are not confirmed, only those that organisers have let in.',
      response: { 200: unconfirmedList },
    },
    handler: () => actions.listUnconfirmed(),
  })

  server.post(routePaths.adminUnconfirmed, {
    schema: {
      operationId: 'actOnUnconfirmed',
      summary: 'Sends a confirmation again, lets an account in without one, replaces its link, or adds a person',
      description:
        'The account stays unconfirmed. Whoever has been let in or added enters by a link, which works once, within 7 days.',
      errors: ['email-confirmed', 'not-found', 'user-protected'],
      body: unconfirmedRequest,
      response: { 200: userActionResponse },
    },
    handler: async (request) => ({ link: await actions.help(request.body, callerId(request)) }),
  })

  server.post(routePaths.adminMergePreview, {
    schema: {
      operationId: 'previewMerge',
      summary: 'Previews a merge of users',
      description: 'With what prevents it. 409 if one of the users is already merged.',
      errors: ['users-conflict'],
      body: mergeRequest,
      response: { 200: mergePreview },
    },
    handler: (request) => merger.preview(request.body),
  })

  // docs/rules.md, 11.3.
  server.post(routePaths.adminMergeUsers, {
    schema: {
      operationId: 'mergeUsers',
      summary: 'Merges users into the first of them',
      description:
        'Where several have entered a tournament, the entry that was saved last stays. A repeat gets the same response.',
      errors: ['users-conflict'],
      body: mergeRequest,
      response: { 200: mergeResponse },
    },
    handler: (request) => merger.merge(request.body, callerId(request)),
  })
}

/** The actions of admins on a user, by the name in the request (docs/security.md, 10.6). */
function createUserActions(options: Options) {
  const { db, clock, eventBus, outbox, deletion, publicUrl, hasPasswords, confirmsEmail } = options
  const makeLink = async (trx: Db, { user }: UserRecord, by: number, now: Date): Promise<string> => {
    const account = hasPasswords ? await findAccountOfUser(trx, user) : undefined
    if (!account) throw new Problem('not-found', { detail: `${user.name} has no password here.` })
    return createPasswordLink(trx, { account, user, by, publicUrl }, now)
  }

  /** Makes a link for a person without a confirmed address. Refused for organisers. */
  const makeEntryLink = async (trx: Db, accountId: string, by: number): Promise<string> => {
    const owner = (await findUserOfAccount(trx, accountId))?.user
    if (owner) await lockUser(trx, owner.id)
    const record = owner && (await findUser(trx, owner.id))
    const account = await findAccount(trx, accountId)
    if (record?.isBlocked || account?.admittedBy === undefined) throw new Problem('not-found')
    if (record) await requireNoRole(trx, record)
    const now = await clock.authoritativeNow(trx)
    await addAuditEntry(trx, { userId: by, action: 'link to enter made', details: { userId: owner?.id } }, now)
    return createEntryLink(trx, accountId, publicUrl, now)
  }

  /**
   * Adds somebody who enters by a link (docs/security.md, 10.9), which is returned. They are the account’s user at once. The
   * same request again replaces the link, which was lost with the response.
   */
  async function addPerson(trx: Db, { requestKey: id, ...given }: NewPerson, by: number): Promise<string> {
    const name = cleanName(given.name)
    const address = given.email === '' ? undefined : parseEmail(given.email)
    if (!hasPasswords) throw new Problem('not-found')
    if (name === undefined) throw invalidField('name', 'must not be empty')
    if (given.email !== '' && address === undefined) throw invalidField('email', 'must be an email address')
    if (await findAccount(trx, id)) return makeEntryLink(trx, id, by)
    const now = await clock.authoritativeNow(trx)
    const account = { id, name, emailVerified: false, passwordHash: undefined, signInsValidFrom: null, admittedBy: by }
    let email = address ?? toStandIn(name)
    for (let number = 2; !(await addAccount(trx, { ...account, email }, now)); number += 1) {
      if (address !== undefined) throw invalidField('email', 'has an account already')
      email = toStandIn(`${name} ${number}`)
    }
    const profile = { name, email, emailVerified: false, asOf: now }
    const { user } = await insertUserWithIdentity(trx, { issuer: embeddedIssuer, subject: id }, profile, now)
    await addAuditEntry(trx, { userId: by, action: 'person added', details: { userId: user.id } }, now)
    return makeEntryLink(trx, id, by)
  }

  return {
    listUnconfirmed: (): Promise<UnconfirmedAccount[]> => listUnconfirmedAccounts(db, confirmsEmail),

    /** Helps a person without a confirmed address to enter (docs/security.md, 6.5). Refused if it has been confirmed meanwhile. */
    async help(request: UnconfirmedAction | NewPerson, callerId: number): Promise<string | null> {
      if ('name' in request) return inRetriedTransaction(db, (trx) => addPerson(trx, request, callerId))
      const { accountId, action } = request
      if (action === 'newLink') return inRetriedTransaction(db, (trx) => makeEntryLink(trx, accountId, callerId))
      await inRetriedTransaction(db, async (trx) => {
        const account = confirmsEmail ? await findAccount(trx, accountId) : undefined
        if (!account) throw new Problem('not-found')
        if (account.emailVerified) throw new Problem('email-confirmed')
        const { email } = account
        if (action === 'admit' && !(await admitAccount(trx, accountId, callerId))) {
          // A repeat has no further effect.
          if ((await findAccount(trx, accountId))?.emailVerified) throw new Problem('email-confirmed')
          return
        }
        const now = await clock.authoritativeNow(trx)
        if (action === 'sendAgain') await addAccountRequest(trx, { kind: 'confirm-email', email, accountId }, now)
        const entry = { action: action === 'admit' ? 'account admitted' : 'confirmation sent again' }
        await addAuditEntry(trx, { ...entry, userId: callerId, details: { accountId } }, now)
      })
      outbox.wake()
      return null
    },

    /** Returns the link, if the action makes one. A repeat is refused or has no further effect. */
    async act({ userId, action }: UserAction, caller: SignedIn): Promise<string | null> {
      const callerId = caller.user.id
      if (action === 'delete') {
        await deletion.deleteUser(userId, callerId)
        return null
      }
      const link = await inRetriedTransaction(db, async (trx) => {
        await lockFirstUser(trx)
        const record = (await lockUser(trx, userId)) ? await findUser(trx, userId) : undefined
        if (!record) throw new Problem('not-found')
        const now = await clock.authoritativeNow(trx)
        if (action === 'revokePower') return revokePower(trx, record, callerId, now)
        if (action === 'makeAdmin') {
          await grantAdmin(trx, record, caller, { accounts: hasPasswords ? { confirmsEmail } : null, publicUrl }, now)
          return null
        }
        await requireNoRole(trx, record)
        if (action === 'resetPassword') return makeLink(trx, record, callerId, now)
        if (record.isBlocked !== (action === 'block')) await setBlocked(trx, userId, action, callerId, now)
        return null
      })
      await eventBus.publish('users', userId)
      if (action === 'makeAdmin') outbox.wake()
      return link
    },
  }
}

/** Revokes the role of a power user. A role that a provider group has given stays. */
async function revokePower(trx: Db, { user }: UserRecord, by: number, now: Date): Promise<null> {
  if (user.isAdmin) throw new Problem('user-protected')
  if (!user.isPowerUser) return null
  await setRole(trx, user.id, 'power', false)
  await addAuditEntry(trx, { userId: by, action: 'role revoked', details: { userId: user.id, role: 'power' } }, now)
  return null
}
