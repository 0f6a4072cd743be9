import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { attachmentHeader } from './attachment-header.ts'

/** Streams a CSV file that browsers save under this name. */
export function sendCsv(
  reply: FastifyReply,
  fileName: string,
  chunks: AsyncIterable<string> | Iterable<string>,
): FastifyReply {
  return reply
    .header('Content-Type', 'text/csv; charset=utf-8; header=present')
    .header('Content-Disposition', attachmentHeader(fileName))
    .send(Readable.from(chunks))
}
