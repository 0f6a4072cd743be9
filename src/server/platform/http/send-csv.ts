import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { attachmentHeader } from './attachment-header.ts'

/** The part of a route's schema that describes a CSV file. */
export const csvFile = (description: string) => ({
  responseHeaders: { 'Content-Disposition': 'The name of the file' },
  response: { 200: { description, content: { 'text/csv': { schema: z.string() } } } },
})

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
