import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { toSimulatedImage } from '#simulator/simulated-images.ts'
import { readLogo } from './logo.ts'

const folder = mkdtempSync(join(tmpdir(), 'logo-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(content: string | Buffer): string {
  const file = join(folder, 'logo')
  writeFileSync(file, content)
  return file
}

const svg = (content: string, attributes = 'viewBox="0 0 200 50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`
const png = toSimulatedImage('/i/teamlogos/countries/500/usa.png') ?? Buffer.alloc(0)

test('an SVG becomes a PNG of the largest useful size', () => {
  const logo = readLogo(write(svg('<rect width="200" height="50" fill="#0b6e4f"/>')))
  expect([logo.width, logo.height]).toEqual([1024, 256])
  expect(logo.png.subarray(1, 4).toString()).toBe('PNG')
})

test('a PNG is drawn again, so that only its pixels are kept', () => {
  const marked = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])
  const logo = readLogo(write(marked))
  expect([logo.width, logo.height]).toEqual([256, 256])
  expect(logo.png.includes('script')).toBe(false)
})

test.each<[string, string | Buffer, RegExp]>([
  ['script', svg('<script>alert(1)</script>'), /must not contain script/],
  ['HTML', svg('<foreignObject><p/></foreignObject>'), /must not contain script or HTML/],
  ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, /DOCTYPE/],
  ['text, whose font the server may lack', svg('<text y="9">Pool</text>'), /convert its text to paths/],
  ['a file', svg('<image href="/etc/hostname" width="9" height="9"/>'), /must not refer to other files/],
  ['an address', svg('<image xlink:href="https://example.com/x.png"/>'), /must not refer to other files/],
  ['an SVG within', svg('<image href="data:image/svg+xml;base64,AAAA"/>'), /must not refer to other files/],
  ['a foreign style', svg('<rect fill="url(https://example.com/x.svg#a)"/>'), /must not refer to other files/],
  ['no size', svg('', 'width="0" height="0"'), /is damaged/],
  ['half a PNG', png.subarray(0, 60), /is damaged/],
  ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /neither a PNG nor an SVG/],
  ['nothing', '', /is empty/],
  ['too much', Buffer.alloc(512 * 1024 + 1), /larger than 512 KiB/],
])('a file with %s is refused with a reason', (_, content, reason) => {
  expect(() => readLogo(write(content))).toThrow(reason)
})

test('a gigantic PNG is refused before it is decoded', () => {
  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(100_000, 16)
  expect(() => readLogo(write(bomb))).toThrow(/between 1 and 4096 pixels/)
})
