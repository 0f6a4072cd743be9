import { expect, test } from 'vitest'
import { createSigner } from './signer.ts'

test('a signature is valid for its message and key only', () => {
  const signer = createSigner(['new'])
  const signature = signer.sign('form\nabc')
  expect(signer.isValid('form\nabc', signature)).toBe(true)
  for (const wrong of ['', signature.slice(1), `${signature}A`, createSigner(['other']).sign('form\nabc')])
    expect(signer.isValid('form\nabc', wrong)).toBe(false)
  expect(signer.isValid('form\nabd', signature)).toBe(false)
})

test('the previous key still verifies but no longer signs', () => {
  const before = createSigner(['old'])
  const after = createSigner(['new', 'old'])
  expect(after.isValid('x', before.sign('x'))).toBe(true)
  expect(before.isValid('x', after.sign('x'))).toBe(false)
})

test('a signer without keys cannot be created', () => {
  expect(() => createSigner([])).toThrow('at least one key')
})
