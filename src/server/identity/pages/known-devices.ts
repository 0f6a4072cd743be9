import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Signer } from '#server/http/signer.ts'
import type { PageCookies } from './page-cookies.ts'

const cookieName = 'identity_device'
const maxAgeSeconds = 180 * 24 * 60 * 60

/**
 * Recognises devices on which an account has signed in. Guesses from elsewhere use up the account's attempts; a known
 * device has its own, so nobody can lock the owner out (docs/security.md, 6.3).
 */
export function createKnownDevices(signer: Signer, cookies: PageCookies) {
  const toMessage = (accountId: string, id: string) => `device\n${accountId}\n${id}`

  function find(request: FastifyRequest, accountId: string): string | undefined {
    const [id = '', signature = ''] = (cookies.find(request, cookieName) ?? '').split('.')
    return signer.isValid(toMessage(accountId, id), signature) ? id : undefined
  }

  return {
    /** The id of the device, if this account has signed in on it. */
    find,
    remember(request: FastifyRequest, reply: FastifyReply, accountId: string): void {
      if (find(request, accountId)) return
      const id = randomBytes(12).toString('base64url')
      const value = `${id}.${signer.sign(toMessage(accountId, id))}`
      cookies.set(reply, cookieName, value, maxAgeSeconds)
    },
  }
}
