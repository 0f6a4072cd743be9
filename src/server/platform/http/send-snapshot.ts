import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, compressQuickly, matchesTag, type Snapshot, toEtag } from './snapshot.ts'

/** A JSON text that only one viewer gets. The digest names the text, so that a client that has it costs no compression. */
export type OwnText = { readonly digest: string; toJson(): string }

/** Sends the representation that the client accepts, or 304 if the client already has it. */
export async function sendSnapshot(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Snapshot | OwnText,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const etag = toEtag(content.digest, encoding)
  reply.headers({
    'Cache-Control': 'private, no-cache',
    // A response for one viewer must not be found in the browser's cache without their token.
    Vary: 'toJson' in content ? 'Accept-Encoding, Authorization' : 'Accept-Encoding',
    ETag: etag,
  })
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  const bytes = 'toJson' in content ? await compressQuickly(Buffer.from(content.toJson()), encoding) : content[encoding]
  return reply.type('application/json; charset=utf-8').send(bytes)
}
