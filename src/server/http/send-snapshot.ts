import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type DeferredRepresentation,
  matchesTag,
  type Negotiate,
  parseAcceptEncoding,
  type Representation,
} from './snapshot.ts'

/** The headers of a response with a snapshot, and of a 304. */
export function toSharedHeaders({ etag, headers }: Pick<Representation, 'etag' | 'headers'>) {
  return { ...headers, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding', ETag: etag }
}

const jsonType = 'application/json; charset=utf-8'

/** The headers that come only with the bytes. */
export function toBodyHeaders({ encoding }: Pick<Representation, 'encoding'>, contentType = jsonType) {
  return {
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'Content-Type': contentType,
  }
}

export function isDeferred(candidate: Representation | DeferredRepresentation): candidate is DeferredRepresentation {
  return 'compose' in candidate
}

/** Sends the representation that the client accepts, or 304 if the client already has it. */
export async function sendSnapshot(
  request: FastifyRequest,
  reply: FastifyReply,
  negotiate: Negotiate,
  contentType = jsonType,
): Promise<FastifyReply> {
  const candidate = negotiate(parseAcceptEncoding(request.headers['accept-encoding']))
  if (matchesTag(request.headers['if-none-match'], candidate.etag)) {
    return reply.headers(toSharedHeaders(candidate)).code(304).send()
  }
  const representation = isDeferred(candidate) ? await candidate.compose() : candidate
  return reply
    .headers({ ...toSharedHeaders(representation), ...toBodyHeaders(representation, contentType) })
    .send(representation.bytes)
}
