import { createHmac, randomBytes } from 'node:crypto'

const tokenBytes = 24

/**
 * The tokens of invitation links: 192 bits. They are derived from a key of the table `secrets` and a random salt, so that
 * organisers and the wall display can show a link again although only its digest is stored (docs/security.md, 20.3).
 */
export function createInvitationTokens(key: string) {
  const restore = (salt: string) =>
    createHmac('sha256', key).update(`invitation\n${salt}`).digest().subarray(0, tokenBytes).toString('base64url')
  return {
    create() {
      const salt = randomBytes(tokenBytes).toString('base64url')
      return { salt, token: restore(salt) }
    },
    restore,
  }
}
