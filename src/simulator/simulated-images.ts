import { crc32, deflateSync } from 'node:zlib'
import { createRandom } from './seeded-random.ts'

/** The pictures of the simulated feed, drawn from their paths: striped flags, and portraits as silhouettes. */

type Colour = readonly [red: number, green: number, blue: number]

const flagPath = /^\/i\/teamlogos\/countries\/\d+\/([a-z]+)\.png$/i
const headshotPath = /^\/i\/headshots\/golf\/players\/full\/(\d+)\.png$/

/** A PNG, or undefined for a missing picture, like that of a golfer who is new to the tour. */
export function toSimulatedImage(path: string): Buffer | undefined {
  const code = flagPath.exec(path)?.[1]
  if (code !== undefined) return drawFlag(code)
  const espnId = headshotPath.exec(path)?.[1]
  return espnId === undefined || Number(espnId) % 8 === 0 ? undefined : drawHeadshot(espnId)
}

function drawFlag(code: string): Buffer {
  const random = createRandom(code, 'flag')
  const colours = [0, 1, 2].map(() => randomColour(random.next))
  const isUpright = random.next() < 0.5
  const [top, bottom] = [5, 27]
  return encodePng(32, 32, [[0, 0, 0], ...colours], (x, y) => {
    if (y < top || y >= bottom) return 0
    return 1 + Math.floor(isUpright ? (x * 3) / 32 : ((y - top) * 3) / (bottom - top))
  })
}

function drawHeadshot(espnId: string): Buffer {
  const random = createRandom(espnId, 'headshot')
  const person = randomColour(random.next)
  return encodePng(132, 96, [[0, 0, 0], person, [205, 209, 204]], (x, y) => {
    const isHead = (x - 66) ** 2 + (y - 38) ** 2 < 22 ** 2
    const isBody = ((x - 66) / 44) ** 2 + ((y - 100) / 36) ** 2 < 1
    return isHead || isBody ? 1 : 2
  })
}

function randomColour(next: () => number): Colour {
  const channel = () => 40 + Math.floor(next() * 180)
  return [channel(), channel(), channel()]
}

/** A palette PNG whose first colour is transparent. `colourAt` returns an index. */
function encodePng(
  width: number,
  height: number,
  palette: readonly Colour[],
  colourAt: (x: number, y: number) => number,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  // Each row starts with its filter: none.
  const rows = Array.from({ length: height }, (_, y) => [0, ...Array.from({ length: width }, (_, x) => colourAt(x, y))])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    toChunk('IHDR', header),
    toChunk('PLTE', Buffer.from(palette.flat())),
    toChunk('tRNS', Buffer.from([0])),
    toChunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    toChunk('IEND', Buffer.alloc(0)),
  ])
}

function toChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}
