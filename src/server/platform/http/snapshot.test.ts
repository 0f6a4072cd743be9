import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chooseEncoding, createSnapshot, matchesTag, toEtag } from './snapshot.ts'

const json = JSON.stringify({ golfers: Array.from({ length: 200 }, (_, index) => `Golfer ${index} Åberg`) })

async function listTags(text: string): Promise<string[]> {
  const { digest } = await createSnapshot(text)
  return (['br', 'gzip', 'identity'] as const).map((encoding) => toEtag(digest, encoding))
}

describe('a snapshot', () => {
  it('is the same text in each encoding', async () => {
    const { br, gzip, identity } = await createSnapshot(json)
    expect(identity.toString()).toBe(json)
    expect(brotliDecompressSync(br).toString()).toBe(json)
    expect(gunzipSync(gzip).toString()).toBe(json)
    expect(br.length).toBeLessThan(identity.length / 3)
    expect(gzip.length).toBeLessThan(identity.length / 3)
  })

  it('has strong ETags that depend on the text only', async () => {
    const tags = await listTags(json)
    expect(await listTags(json)).toEqual(tags)
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{22}(-br|-gz)?"$/)
  })

  it('has a different ETag for each encoding and each text', async () => {
    expect(new Set([...(await listTags(json)), ...(await listTags(`${json} `))]).size).toBe(6)
  })
})

describe('the encoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['BR', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['br;q=1.0, gzip;q=0.8', 'br'],
    ['br ; q=1, gzip', 'br'],
    ['gzip;q=0.001', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0, gzip;q=0.000', 'identity'],
    ['br;Q=0, gzip;Q=0', 'identity'],
    ['gzip;q=0', 'identity'],
    ['deflate', 'identity'],
    ['identity', 'identity'],
    ['brotli, xgzip', 'identity'],
    ['*', 'identity'],
    ['', 'identity'],
    [',,', 'identity'],
    [undefined, 'identity'],
  ])('for Accept-Encoding "%s" is %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding)
  })
})

describe('If-None-Match', () => {
  it.each([['"abc"'], ['W/"abc"'], ['*'], [' "abc" '], ['"x", "abc"'], ['"x","abc","y"'], ['W/"x", W/"abc"']])(
    '%s matches "abc"',
    (header) => {
      expect(matchesTag(header, '"abc"')).toBe(true)
    },
  )

  it.each([[undefined], [''], ['"x"'], ['abc'], ['"abc-br"'], ['"ab", "c"'], ['w/"abc"'], ['"*"'], ['"abc'], [',']])(
    '%s does not match "abc"',
    (header) => {
      expect(matchesTag(header, '"abc"')).toBe(false)
    },
  )

  it('matches the ETag of one encoding only', async () => {
    const [br = '', gzip = '', identity] = await listTags(json)
    expect(matchesTag(gzip, br)).toBe(false)
    expect(matchesTag(identity, br)).toBe(false)
    expect(matchesTag(`${gzip}, ${br}`, br)).toBe(true)
  })
})
