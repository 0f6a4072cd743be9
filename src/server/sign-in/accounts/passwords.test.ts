import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { leastPasswordCost } from '#test/support/password-cost.ts'
import { createPasswords } from './passwords.ts'
import type { Pepper } from './pepper.ts'

const pepper: Pepper = { id: '1a2b3c4d', secret: Buffer.from('a secret that is not in the database') }

describe('a stored password', () => {
  const passwords = createPasswords({ pepper })

  test('is argon2id with 46 MiB and names its pepper', async () => {
    expect(await passwords.hash('correct horse')).toMatch(/^1a2b3c4d\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  })

  test('matches only its own password', async () => {
    const stored = await passwords.hash('correct horse')
    expect(await passwords.check(stored, 'correct horse')).toEqual({ matches: true, needsRehash: false })
    expect(await passwords.check(stored, 'correct horsf')).toEqual({ matches: false, needsRehash: false })
    expect(await passwords.check(undefined, 'correct horse')).toEqual({ matches: false, needsRehash: false })
  })

  test('does not depend on how a keyboard composes letters', async () => {
    const stored = await passwords.hash('caf\u00e9 au lait')
    expect((await passwords.check(stored, 'cafe\u0301 au lait')).matches).toBe(true)
  })

  test('longer than 1,024 bytes never matches', async () => {
    const long = 'x'.repeat(1025)
    const stored = await passwords.hash(long)
    expect((await passwords.check(stored, long)).matches).toBe(false)
  })

  test('hashed with weaker parameters or without a pepper still matches and needs a rehash', async () => {
    const weak = await hash('correct horse', { memoryCost: 8192, timeCost: 1, secret: pepper.secret })
    expect(await passwords.check(`1a2b3c4d${weak}`, 'correct horse')).toEqual({
      matches: true,
      needsRehash: true,
    })
    const plain = await createPasswords({ pepper: null }).hash('correct horse')
    expect(await passwords.check(plain, 'correct horse')).toEqual({ matches: true, needsRehash: true })
  })

  test('hashed with a lost pepper does not match', async () => {
    const stored = await passwords.hash('correct horse')
    const others = createPasswords({ pepper: { id: '99999999', secret: Buffer.from('another secret') } })
    expect((await others.check(stored, 'correct horse')).matches).toBe(false)
    expect((await createPasswords({ pepper: null }).check(stored, 'correct horse')).matches).toBe(false)
  })
})

test('of a flood of passwords, those being hashed and 50 queued are answered, the rest refused', async () => {
  const passwords = createPasswords({ pepper: null, concurrency: 2, cost: leastPasswordCost })
  const attempts = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.check(undefined, 'guess')))
  const refused = attempts.filter((attempt) => attempt.status === 'rejected')
  expect(refused).toHaveLength(8)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
  expect(await passwords.check(undefined, 'guess')).toEqual({ matches: false, needsRehash: false })
})
