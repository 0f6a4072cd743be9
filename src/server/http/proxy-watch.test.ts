import { describe, expect, it } from 'vitest'
import { buildClock } from '#test/support/test-clock.ts'
import { createLog } from '../log.ts'
import { describeProxyFault, findSharedAddress, isPrivateAddress, isPublicOrigin } from './proxy-check.ts'
import { createProxyWatch } from './proxy-watch.ts'

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
    const fault = { kind: 'shared-address', address: '127.0.0.1', accounts: 7 } as const
    expect(describeProxyFault(fault, 0)).toContain('set TRUST_PROXY to the number of proxies')
    expect(describeProxyFault(fault, 2)).toContain('check that TRUST_PROXY=2')
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

describe('the log', () => {
  function watch(trustedProxies: number, origin = publicUrl) {
    const lines: string[] = []
    const log = createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line).msg) })
    const clock = buildClock()
    const created = createProxyWatch({ publicUrl: origin, trustedProxies, clock, log })
    const request = (remoteAddress: string, header?: string) =>
      created.observe({ headers: { 'x-forwarded-for': header }, socket: { remoteAddress } as never })
    return { lines, clock, request, ...created }
  }

  it('warns once a day of a header that nobody trusts', () => {
    const { lines, clock, request } = watch(0)
    for (let index = 0; index < 3; index += 1) request('127.0.0.1', '203.0.113.7')
    expect(lines).toEqual([expect.stringContaining('TRUST_PROXY is 0')])
    clock.advance(24 * 60 * 60 * 1000)
    request('127.0.0.1', '203.0.113.7')
    expect(lines).toHaveLength(2)
  })

  it('does not warn without the header, of a trusted one, or of a stranger’s', () => {
    const trusted = watch(1)
    trusted.request('127.0.0.1', '203.0.113.7')
    const plain = watch(0, 'http://pool.lan:8080')
    plain.request('203.0.113.7', '198.51.100.1')
    plain.request('127.0.0.1')
    expect([...trusted.lines, ...plain.lines]).toEqual([])
  })

  it('warns of accounts that share the proxy’s address, and reads the sessions once in ten minutes', async () => {
    const { lines, clock, checkSessions } = watch(1)
    let looks = 0
    const list =
      (...addresses: string[]) =>
      async () => {
        looks += 1
        return usesOf(...addresses)
      }
    await checkSessions(list('127.0.0.1'))
    await checkSessions(list(...Array(5).fill('127.0.0.1')))
    expect([looks, lines]).toEqual([1, []])
    clock.advance(10 * 60 * 1000)
    await checkSessions(list(...Array(5).fill('127.0.0.1')))
    expect([looks, lines]).toEqual([2, [expect.stringContaining('5 accounts use the address 127.0.0.1')]])
  })
})
