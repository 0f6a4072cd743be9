import type { FastifyError, FastifyPluginAsync, FastifyReply } from 'fastify'
import { identityPaths } from '#contract/identity-page-paths.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { toProblem } from '#server/platform/http/error-handler.ts'
import { type Html, html } from '#server/platform/http/html.ts'
import { rejectCrossSite } from '#server/platform/http/xsrf.ts'
import { sha256 } from '#server/platform/secrets/sha256.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import { addRefusals, hasBeenInvited } from '#server/sign-in/invitations/invitation-mail-store.ts'
import { layout, type PageBrand, renderPage } from './views/layout.ts'
import { errorPage, noticePage } from './views/notice-page.ts'

type Options = { db: Database['db']; clock: Pick<Clock, 'now'>; publicUrl: string; brand: PageBrand }

type Link = { Params: { token: string } }

/**
 * The link at the end of an invitation by email, for people who need no account, with any sign-in provider. Opening it changes
 * nothing, because mail programs open links. Whoever has the token can refuse invitations, and do nothing else.
 */
export function createInvitationRefusalPages({ db, clock, publicUrl, brand }: Options): FastifyPluginAsync {
  const send = (reply: FastifyReply, status: number, page: Html) =>
    reply.code(status).type('text/html; charset=utf-8').send(renderPage(page, brand))
  const path = `${identityPaths.refuseInvitations}/:token`
  return async (pages) => {
    pages.removeAllContentTypeParsers()
    // The address says everything.
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_, __, done) => done(null),
    )
    pages.setErrorHandler<FastifyError>((error, request, reply) => {
      const problem = toProblem(error)
      if (problem.status >= 500) request.log.error({ err: error }, 'failed to render a page')
      return send(reply, problem.status, errorPage(problem, request.id))
    })

    pages.get<Link>(path, async ({ params }, reply) =>
      (await hasBeenInvited(db, sha256(params.token)))
        ? send(reply, 200, questionPage(params.token))
        : send(reply, 404, unknownPage),
    )

    pages.post<Link>(path, async (request, reply) => {
      rejectCrossSite(request, publicUrl)
      const digest = sha256(request.params.token)
      // Otherwise anybody could fill the table.
      if (!(await hasBeenInvited(db, digest))) return send(reply, 404, unknownPage)
      await addRefusals(db, [digest], clock.now())
      return send(reply, 200, donePage)
    })
  }
}

const questionPage = (token: string) =>
  layout({
    title: 'No more invitations',
    body: html`
<p>Organisers of ${poolName} can then no longer invite you by email at the address to which the invitation was sent. If you play here, nothing else changes.</p>
<form method="post" action="${identityPaths.refuseInvitations}/${token}"><button class="button" type="submit">Refuse further invitations</button></form>`,
  })

const donePage = noticePage({
  title: 'You get no more invitations',
  text: [`${poolName} sends no more invitations to your address.`],
})

const unknownPage = noticePage({
  title: 'This link does not work',
  text: ['Check that you have opened the whole link from the email.'],
})
