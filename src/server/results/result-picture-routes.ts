import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { routePaths } from '#contract/paths.ts'
import { idParameter } from '#contract/values.ts'
import type { HttpServer } from '../http/http-server.ts'
import { Problem } from '../http/problem.ts'
import { type RateLimiter, toAddressKey } from '../http/rate-limiter.ts'
import { matchesTag } from '../http/snapshot.ts'
import type { PictureFile, ResultPictures } from './result-pictures.ts'

type Options = { pictures: ResultPictures; hasPublicNames: boolean; limiter: RateLimiter }

const previewLimit = { points: 300, seconds: 300 }
const params = z.object({ tournamentId: idParameter })

/** The pictures of an ended tournament (docs/security.md, 8.6); 404 until it has ended. */
export function addResultPictureRoutes(server: HttpServer, { pictures, hasPublicNames, limiter }: Options): void {
  server.get(
    routePaths.tournamentPicture,
    {
      schema: {
        operationId: 'getResultPicture',
        summary: 'A picture of the result',
        description: 'A PNG of 1200 x 630 pixels with the top three. 404 until the tournament has ended.',
        errors: ['not-found'],
        hasEtag: true,
        params,
      },
    },
    async (request, reply) =>
      sendPicture(
        request,
        reply,
        await pictures.find(request.params.tournamentId, { hasNames: true }),
        'private, no-cache',
      ),
  )

  // For chat apps, which do not sign in.
  server.get(
    routePaths.previewPicture,
    {
      schema: {
        operationId: 'getPreviewPicture',
        summary: 'The picture of a link to an ended tournament',
        description:
          'A PNG of 1200 x 630 pixels; without names unless PREVIEW_NAMES is on. 404 until the tournament has ended.',
        errors: ['not-found', 'too-many-requests'],
        hasEtag: true,
        params,
      },
    },
    async (request, reply) => {
      const { isAllowed, retryAfterSeconds } = await limiter.consume(
        `preview:${toAddressKey(request.ip)}`,
        previewLimit,
      )
      if (!isAllowed) throw new Problem('too-many-requests', { retryAfterSeconds })
      const picture = await pictures.find(request.params.tournamentId, { hasNames: hasPublicNames })
      return sendPicture(request, reply, picture, 'public, max-age=3600')
    },
  )
}

function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  picture: PictureFile | undefined,
  cacheControl: string,
): FastifyReply {
  if (!picture) throw new Problem('not-found')
  reply.header('Cache-Control', cacheControl).header('ETag', picture.etag)
  if (matchesTag(request.headers['if-none-match'], picture.etag)) return reply.code(304).send()
  return reply.type('image/png').send(picture.png)
}
