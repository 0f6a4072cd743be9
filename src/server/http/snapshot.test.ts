import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chooseEncoding, createSnapshot, matchesTag } from './snapshot.ts'

const json = JSON.stringify({ golfers: Array.from({ length: 200 }, (_, index) => `Golfer ${index} Åberg`) })

describe('a snapshot', () => {
  it('is the same text in each encoding', async () => {
    const { br, gzip, identity } = await createSnapshot(json)
    expect(identity.bytes.toString()).toBe(json)
    expect(brotliDecompressSync(br.bytes).toString()).toBe(json)
    expect(gunzipSync(gzip.bytes).toString()).toBe(json)
    expect(br.bytes.length).toBeLessThan(identity.bytes.length / 3)
    expect(gzip.bytes.length).toBeLessThan(identity.bytes.length / 3)
  })

  it('has strong ETags that depend on the text only', async () => {
    const [one, two] = [await createSnapshot(json), await createSnapshot(json)]
    const tags = Object.values(one).map(({ etag }) => etag)
    expect(Object.values(two).map(({ etag }) => etag)).toEqual(tags)
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{22}(-br|-gz)?"$/)
  })

  it('has a different ETag for each encoding and each text', async () => {
    const snapshots = [await createSnapshot(json), await createSnapshot(`${json} `)]
    const tags = snapshots.flatMap((snapshot) => Object.values(snapshot).map(({ etag }) => etag))
    expect(new Set(tags).size).toBe(6)
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
    const { br, gzip, identity } = await createSnapshot(json)
    expect(matchesTag(gzip.etag, br.etag)).toBe(false)
    expect(matchesTag(identity.etag, br.etag)).toBe(false)
    expect(matchesTag(`${gzip.etag}, ${br.etag}`, br.etag)).toBe(true)
  })
})
