import { describe, expect, it } from 'vitest'
import { describeSharedAddress, findSharedAddress, isPrivateAddress, isPublicOrigin } from './shared-address.ts'

const publicUrl = 'https://pool.example.org'
const usesOf = (...addresses: string[]) => addresses.map((address, index) => ({ accountId: `${index}`, address }))

describe('clients that share an address', () => {
  it.each<[string, string, string[], boolean]>([
    ['five accounts on the proxy’s address', publicUrl, Array(5).fill('127.0.0.1'), true],
    ['a container network', publicUrl, Array(9).fill('172.18.0.2'), true],
    ['IPv4 in IPv6', publicUrl, Array(5).fill('::ffff:10.0.0.2'), true],
    ['four accounts: a household', publicUrl, Array(4).fill('10.0.0.2'), false],
    ['a company’s own network', publicUrl, ['10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5', '10.0.0.6'], false],
    ['an office behind one public address', publicUrl, Array(200).fill('203.0.113.7'), false],
    ['one client with its own address', publicUrl, [...Array(5).fill('127.0.0.1'), '203.0.113.7'], false],
    ['a pool in a home network', 'http://pool.lan:8080', Array(5).fill('127.0.0.1'), false],
    ['a pool on localhost', 'http://localhost:8080', Array(5).fill('127.0.0.1'), false],
  ])('%s', (_, origin, addresses, isFault) => {
    expect(findSharedAddress(origin, usesOf(...addresses)) !== undefined).toBe(isFault)
  })

  it('are counted by account, not by session', () => {
    const uses = Array.from({ length: 20 }, () => ({ accountId: 'one', address: '127.0.0.1' }))
    expect(findSharedAddress(publicUrl, uses)).toBeUndefined()
    expect(findSharedAddress(publicUrl, [])).toBeUndefined()
  })

  it('the fault says what to do', () => {
    const shared = { address: '127.0.0.1', accounts: 7 }
    expect(describeSharedAddress(shared, 0)).toContain('set TRUST_PROXY to the number of proxies')
    expect(describeSharedAddress(shared, 2)).toContain('check that TRUST_PROXY=2')
  })
})

it.each([
  ['192.168.1.2', true],
  ['172.32.0.1', false],
  ['fd00::1', true],
  ['fe80::1%eth0', true],
  ['2001:db8::1', false],
  ['', false],
])('%s is private: %s', (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate)
})

it.each([
  ['https://203.0.113.7', true],
  ['http://192.168.1.2:8080', false],
  ['http://[::1]:8080', false],
  ['http://server:8080', false],
  ['https://pool.company.example', true],
])('%s is public: %s', (origin, isPublic) => {
  expect(isPublicOrigin(origin)).toBe(isPublic)
})
