import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { areSubscriptionKeys, encryptPush, maxPlaintextBytes } from './push-encryption.ts'

const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

test('the example of RFC 8291, appendix A', () => {
  const fresh = {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  }
  const body = encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), keys, fresh)
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('no two messages are alike, and the largest has the size that every push service accepts', () => {
  const text = Buffer.alloc(maxPlaintextBytes, 'a')
  expect(encryptPush(text, keys)).not.toEqual(encryptPush(text, keys))
  expect(encryptPush(text, keys)).toHaveLength(4096)
  expect(() => encryptPush(Buffer.alloc(maxPlaintextBytes + 1), keys)).toThrow(RangeError)
})

test.each([
  [
    'a point that is not on the curve',
    { ...keys, p256dh: Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url') },
  ],
  ['no point', { ...keys, p256dh: 'AAAA' }],
  ['a short secret', { ...keys, auth: 'AAAA' }],
])('the keys of a subscription are refused with %s', (_what, wrong) => {
  expect(areSubscriptionKeys(wrong)).toBe(false)
  expect(areSubscriptionKeys(keys)).toBe(true)
})
