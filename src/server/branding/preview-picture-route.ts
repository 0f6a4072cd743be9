import { routePaths } from '#contract/paths.ts'
import { tournamentParams } from '#contract/values.ts'
import type { HttpServer } from '../http/http-server.ts'
import { Problem } from '../http/problem.ts'
import type { WebFiles } from '../http/web-files.ts'

/** The picture of link previews, at the addresses that older previews contain. 404 if the app has not been built. */
export function addPreviewPictureRoute(server: HttpServer, files: WebFiles): void {
  server.get(routePaths.previewPicture, {
    schema: {
      operationId: 'getPreviewPicture',
      summary: 'The picture of a link to an ended tournament',
      description: 'The same PNG of 1200 x 630 pixels for every tournament.',
      errors: ['not-found'],
      params: tournamentParams,
    },
    handler: async (_request, reply) => {
      const picture = files.get('/share.png')?.bytes.identity
      if (!picture) throw new Problem('not-found')
      return reply.header('Cache-Control', 'public, max-age=3600').type('image/png').send(picture)
    },
  })
}
