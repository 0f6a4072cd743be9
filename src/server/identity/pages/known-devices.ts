import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, type WriteCookie } from './page-cookies.ts'

/**
 * Remembers where somebody has signed in before. Guesses from elsewhere use up an account's tries; its owner, on a
 * device that he has used before, has tries of his own and is never locked out by them.
 */
export type KnownDevices = {
  /** The device's own id, if this account has signed in on it. */
  find(request: FastifyRequest, accountId: string): string | undefined
  remember(request: FastifyRequest, reply: FastifyReply, accountId: string): void
}

const cookieName = 'identity_device'
const maxAgeSeconds = 180 * 24 * 60 * 60

export function createKnownDevices(keys: readonly string[], writeCookie: WriteCookie): KnownDevices {
  function sign(key: string, accountId: string, id: string): string {
    return createHmac('sha256', key).update(`device\n${accountId}\n${id}`).digest('base64url')
  }

  function find(request: FastifyRequest, accountId: string): string | undefined {
    const [id = '', mac = ''] = (readCookie(request, cookieName) ?? '').split('.')
    const given = Buffer.from(mac)
    const matches = keys.some((key) => {
      const expected = Buffer.from(sign(key, accountId, id))
      return expected.length === given.length && timingSafeEqual(expected, given)
    })
    return matches ? id : undefined
  }

  return {
    find,
    remember(request, reply, accountId) {
      const [key] = keys
      if (key === undefined || find(request, accountId)) return
      const id = randomBytes(12).toString('base64url')
      writeCookie(reply, cookieName, `${id}.${sign(key, accountId, id)}`, maxAgeSeconds)
    },
  }
}
