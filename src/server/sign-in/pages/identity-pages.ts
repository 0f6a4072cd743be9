import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { identityPaths } from '#contract/identity-page-paths.ts'
import { logRefusal, toProblem } from '#server/platform/http/error-handler.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { addAccountSettingsPages } from './account-settings-pages.ts'
import { addEmailUndoPages } from './email-undo-pages.ts'
import { addInvitationPages } from './invitation-pages.ts'
import { addLostPasswordPages } from './lost-password-pages.ts'
import { addMailedCodePages } from './mailed-code-pages.ts'
import { createPageServices, type PageOptions, type SharedServices } from './page-services.ts'
import { addPasskeyPages } from './passkey-pages.ts'
import { addPasswordResetPages } from './password-reset-pages.ts'
import { addPersonalDataPages } from './personal-data-pages.ts'
import { signedOutPage } from './provider-pages.ts'
import { addRegistrationPages } from './registration-pages.ts'
import { addSecondFactorPages } from './second-factor-pages.ts'
import { addSetupPages } from './setup-pages.ts'
import { addSignInPages } from './sign-in-pages.ts'
import { addUpstreamConnectionPages } from './upstream-connection-pages.ts'
import { addUpstreamSignInPages } from './upstream-sign-in-pages.ts'
import { sendPage } from './views/layout.ts'
import { errorPage, expiredSignInPage } from './views/notice-page.ts'
import { pageScript } from './views/page-script.ts'

const formLimit = 16 * 1024

/** The pages of the provider below /Identity: sign-in, registration, account. */
export function createIdentityPages(shared: SharedServices, options: PageOptions): FastifyPluginAsync {
  const services = createPageServices(shared, options)
  return async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimit },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    pages.setErrorHandler(sendErrorPage)
    pages.decorate('pageForms', services.forms)
    addPageFiles(pages)
    addSignInPages(pages, services)
    addMailedCodePages(pages, services)
    addLostPasswordPages(pages, services)
    addUpstreamSignInPages(pages, services)
    addUpstreamConnectionPages(pages, services)
    addInvitationPages(pages, services)
    addRegistrationPages(pages, services)
    addPasswordResetPages(pages, services)
    addAccountSettingsPages(pages, services)
    addEmailUndoPages(pages, services)
    addPasskeyPages(pages, services)
    addSecondFactorPages(pages, services)
    addSetupPages(pages, services)
    addPersonalDataPages(pages, services)
    pages.get('/Identity/*', async (_request, reply) => sendPage(reply, 404, errorPage(new Problem('not-found'))))
    pages.get(identityPaths.signOut, (_request, reply) => reply.redirect('/connect/endsession', 303))
    pages.get(identityPaths.signedOut, async (_request, reply) => sendPage(reply, 200, signedOutPage))
  }
}

function addPageFiles(pages: FastifyInstance): void {
  pages.get(identityPaths.script, async (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=3600').type('text/javascript; charset=utf-8').send(pageScript),
  )
}

/** Renders an error page, which never echoes the request. */
function sendErrorPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof errors.SessionNotFound) return sendPage(reply, 400, expiredSignInPage)
  const problem = toProblem(error)
  if (problem.status >= 500)
    request.log.error({ err: error, route: request.routeOptions.url }, 'failed to render a page')
  logRefusal(request, problem)
  if (problem.retryAfterSeconds !== undefined) reply.header('Retry-After', problem.retryAfterSeconds)
  return sendPage(reply, problem.status, errorPage(problem, request.id))
}
