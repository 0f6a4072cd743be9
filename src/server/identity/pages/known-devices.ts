import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Signer } from '#server/http/signer.ts'
import type { Account } from '../accounts/account-store.ts'
import type { PageCookies } from './page-cookies.ts'

const cookieName = 'identity_device'
const maxAgeSeconds = 180 * 24 * 60 * 60

export type KnownDevices = ReturnType<typeof createKnownDevices>

type Owner = Pick<Account, 'id' | 'signInsValidFrom'>

/**
 * Recognises devices on which an account has signed in since its sign-ins were last ended. Guesses from elsewhere use up the
 * account's attempts; a known device has its own, so nobody can lock the owner out (docs/security.md, 6.3).
 */
export function createKnownDevices(signer: Signer, cookies: PageCookies) {
  const toMessage = (account: Owner, id: string) =>
    ['device', account.id, id, account.signInsValidFrom].filter((part) => part !== null).join('\n')

  function find(request: FastifyRequest, account: Owner): string | undefined {
    const [id = '', signature = ''] = (cookies.find(request, cookieName) ?? '').split('.')
    return signer.isValid(toMessage(account, id), signature) ? id : undefined
  }

  return {
    /** The id of the device, if this account has signed in on it. */
    find,
    remember(reply: FastifyReply, account: Owner): void {
      if (find(reply.request, account)) return
      const id = randomBytes(12).toString('base64url')
      const value = `${id}.${signer.sign(toMessage(account, id))}`
      cookies.set(reply, cookieName, value, maxAgeSeconds)
    },
  }
}
