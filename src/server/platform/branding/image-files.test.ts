import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { toSimulatedImage } from '#simulator/simulated-images.ts'
import { readIcon, readLogo } from './image-files.ts'

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

test.each([
  ['a viewBox', 'viewBox="0 0 200 50"'],
  ['a viewBox with commas', "viewBox='0,0,20,5' width='100%'"],
  ['a width and a height', 'width="20mm" height="5mm"'],
])('an SVG stays as it is, and its size is that of %s', (_, attributes) => {
  const content = svg('<rect width="200" height="50" fill="#0b6e4f"/>', attributes)
  expect(readLogo(write(content))).toEqual({
    bytes: Buffer.from(content),
    extension: 'svg',
    width: 1024,
    height: 256,
  })
})

test('a PNG stays as it is', () => {
  expect(readLogo(write(png))).toEqual({ bytes: png, extension: 'png', width: 32, height: 32 })
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
  ['no size', svg('', 'width="0" height="0"'), /must have a viewBox, or a width and a height/],
  ['half a PNG', png.subarray(0, 60), /is damaged/],
  ['the two ends of a PNG', Buffer.concat([png.subarray(0, 8), png.subarray(-12)]), /is damaged/],
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

test('an icon is a PNG of 512 x 512 pixels', () => {
  const icon = readFileSync('src/web/public/icon-512.png')
  expect(readIcon(write(icon)).equals(icon)).toBe(true)
  expect(() => readIcon(write(readFileSync('src/web/public/icon-192.png')))).toThrow(/192 x 192 pixels instead of 512/)
  expect(() => readIcon(write(svg('')))).toThrow(/POOL_ICON cannot be used: it is not a PNG/)
  expect(() => readIcon(write(icon.subarray(0, 300)))).toThrow(/is damaged/)
})
