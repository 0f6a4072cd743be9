import { routePaths } from '#contract/paths.ts'
import { tournamentParams } from '#contract/values.ts'
import type { HttpServer } from '#server/platform/http/http-server.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { WebFiles } from '#server/platform/http/web-files.ts'

export function addBrandingRoutes(server: HttpServer, { files }: { files: WebFiles }): void {
  // At the addresses that older previews contain. 404 if the app has not been built.
  server.get(routePaths.previewPicture, {
    schema: {
      operationId: 'getPreviewPicture',
      summary: 'The picture of a link to an ended tournament',
      description: 'The same PNG of 1200 x 630 pixels for every tournament.',
      params: tournamentParams,
    },
    handler: async (_request, reply) => {
      const picture = files.get('/share.png')?.bytes.identity
      if (!picture) throw new Problem('not-found')
      return reply.header('Cache-Control', 'public, max-age=3600').type('image/png').send(picture)
    },
  })
}
