import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, compressQuickly, type Encoding, matchesTag, type Snapshot, toEtag } from './snapshot.ts'

/** A JSON text that only one viewer gets. The digest names the text, so that a client that has it costs no compression. */
export type OwnText = { readonly digest: string; toJson(): string }

/** Sends the representation that the client accepts, or 304 if the client already has it. */
export async function sendSnapshot(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Snapshot | OwnText,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const etag = 'digest' in content ? toEtag(content.digest, encoding) : content[encoding].etag
  // What only one viewer gets must not be found in the browser's cache without their token.
  const vary = 'digest' in content ? 'Accept-Encoding, Authorization' : 'Accept-Encoding'
  const headers = { 'Cache-Control': 'private, no-cache', Vary: vary, ETag: etag }
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.headers(headers).code(304).send()
  return reply
    .headers({
      ...headers,
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      'Content-Type': 'application/json; charset=utf-8',
    })
    .send(await toBytes(content, encoding))
}

function toBytes(content: Snapshot | OwnText, encoding: Encoding): Buffer | Promise<Buffer> {
  return 'digest' in content ? compressQuickly(Buffer.from(content.toJson()), encoding) : content[encoding].bytes
}
