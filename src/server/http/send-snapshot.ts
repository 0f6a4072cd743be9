import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, type Encoding, matchesTag, type Snapshot } from './snapshot.ts'

/** The headers of a snapshot: those of every answer, and those that come with the bytes. */
export function snapshotHeaders(snapshot: Snapshot, encoding: Encoding) {
  return {
    sharedHeaders: {
      'Cache-Control': 'private, no-cache',
      Vary: 'Accept-Encoding',
      ETag: snapshot[encoding].etag,
    },
    bodyHeaders: {
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      'Content-Type': 'application/json; charset=utf-8',
    },
  }
}

/** Sends an answer that was compressed before, or 304 when the asker has it already. */
export function sendSnapshot(request: FastifyRequest, reply: FastifyReply, snapshot: Snapshot): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const { sharedHeaders, bodyHeaders } = snapshotHeaders(snapshot, encoding)
  reply.headers(sharedHeaders)
  const { bytes, etag } = snapshot[encoding]
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.headers(bodyHeaders).send(bytes)
}
