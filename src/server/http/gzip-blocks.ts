import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'

/** A part of a body. It is compressed when first needed, and then shared by all bodies that contain it. */
export type BodyBlock = {
  readonly text: string
  bytes(): Buffer
  /** The raw deflate of the bytes, ending in a full flush (RFC 1951): it depends on no other block, and more may follow. */
  deflated(): Promise<Buffer>
}

const deflate = promisify(deflateRaw)

export function createBodyBlock(text: string): BodyBlock {
  let bytes: Buffer | undefined
  let deflated: Promise<Buffer> | undefined
  function toBytes(): Buffer {
    bytes ??= Buffer.from(text)
    return bytes
  }
  return {
    text,
    bytes: toBytes,
    deflated() {
      deflated ??= deflate(toBytes(), { finishFlush: constants.Z_FULL_FLUSH })
      return deflated
    },
  }
}

/** RFC 1952: deflate, no flags, no time, unknown operating system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const finalBlock = deflateRawSync(Buffer.alloc(0))

/** One gzip member with the text of all blocks. Compresses only those that no body has contained before. */
export async function joinAsGzip(blocks: readonly BodyBlock[]): Promise<Buffer> {
  const deflated = await Promise.all(blocks.map((block) => block.deflated()))
  let checksum = 0
  let length = 0
  for (const block of blocks) {
    const bytes = block.bytes()
    checksum = crc32(bytes, checksum)
    length += bytes.length
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum, 0)
  trailer.writeUInt32LE(length % 2 ** 32, 4)
  return Buffer.concat([header, ...deflated, finalBlock, trailer])
}

export function joinAsIdentity(blocks: readonly BodyBlock[]): Buffer {
  return Buffer.concat(blocks.map((block) => block.bytes()))
}
