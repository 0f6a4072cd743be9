import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, matchesTag, type Snapshot } from './snapshot.ts'

/** Sends an answer that was compressed before, or 304 when the asker has it already. */
export function sendSnapshot(request: FastifyRequest, reply: FastifyReply, snapshot: Snapshot): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const { bytes, etag } = snapshot[encoding]
  reply
    .header('Cache-Control', 'private, no-cache')
    .header('Vary', 'Accept-Encoding, Authorization')
    .header('ETag', etag)
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.type('application/json; charset=utf-8').send(bytes)
}
