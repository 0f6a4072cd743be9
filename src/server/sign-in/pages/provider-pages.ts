import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { providerPaths } from '#contract/identity-paths.ts'
import { requestIdHeader } from '#contract/paths.ts'
import { toProblem } from '#server/platform/http/error-handler.ts'
import { type Html, html, trustedHtml } from '#server/platform/http/html.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { poolName } from '#server/platform/text/pool-name.ts'
import type { ProviderPages } from '#server/sign-in/provider/provider-configuration.ts'
import { endSession } from '#server/sign-in/provider/provider-sessions.ts'
import { TooManySignIns } from '#server/sign-in/provider/started-sign-ins.ts'
import { formatRetryDelay } from './views/form-parts.ts'
import { layout, type PageBrand, renderPage } from './views/layout.ts'
import { errorPage, expiredSignInPage, noticePage } from './views/notice-page.ts'
import { tooManyPage } from './views/upstream-pages.ts'

/** The provider's own pages, in our design. */
export function createProviderPages(brand: PageBrand): ProviderPages {
  return {
    renderError(ctx, out, error) {
      if (out.error === 'server_error') return showFailure(ctx, toProblem(error), brand)
      if (error instanceof TooManySignIns) {
        ctx.set('Retry-After', String(error.retryAfterSeconds))
        return showPage(ctx, ctx.status, tooManyPage(formatRetryDelay(error.retryAfterSeconds)), brand)
      }
      const text = ['The sign-in request was incomplete or has expired. Start again from the app.', `(${out.error})`]
      showPage(ctx, ctx.status, noticePage({ title: 'Sign-in could not be completed', text }), brand)
    },

    async confirmSignOut(ctx, form) {
      const { oidc } = ctx
      // An ID token of this session proves that the request comes from the app: no confirmation is needed.
      if (oidc.session && oidc.entities.IdTokenHint?.payload['sub'] === oidc.session.accountId) {
        const next = toPostLogoutUrl(oidc.params ?? {}) ?? oidc.urlFor('end_session_success')
        await endSession(oidc.provider, oidc.session)
        ctx.cookies.set(oidc.provider.cookieName('session'), null, { path: '/' })
        ctx.status = 303
        ctx.redirect(next)
        return
      }
      const page = layout({
        title: 'Sign out?',
        body: html`
          <p>You will be signed out of ${poolName} on this device.</p>
          ${trustedHtml(form)}
          <button class="button" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
          <p class="links"><a href="/">Stay signed in</a></p>`,
      })
      showPage(ctx, 200, page, brand)
    },

    async signedOut(ctx) {
      showPage(ctx, 200, signedOutPage, brand)
    },
  }
}

/** The library has no page for errors of its own session, which is in the database, and none for paths that it does not know. */
export function explainFailures(provider: Provider, brand: PageBrand): void {
  provider.use(async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined) showFailure(ctx, new Problem('not-found'), brand)
    } catch (error) {
      ctx.remove('Location')
      // The session ended while this request was using it.
      if (error instanceof errors.SessionNotFound) return showPage(ctx, 400, expiredSignInPage, brand)
      provider.emit('server_error', ctx, error as Error)
      showFailure(ctx, toProblem(error), brand)
    }
  })
}

type PageContext = Pick<KoaContextWithOIDC, 'response' | 'set' | 'status' | 'type' | 'body'>

function showFailure(ctx: PageContext, problem: Problem, brand: PageBrand): void {
  if (problem.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(problem.retryAfterSeconds))
  showPage(ctx, problem.status, errorPage(problem, ctx.response.get(requestIdHeader)), brand)
}

function showPage(ctx: PageContext, status: number, page: Html, brand: PageBrand): void {
  ctx.status = status
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = renderPage(page, brand)
}

/**
 * A sign-in that continues has its parameters in the database. The library fails if its address has some as well, and there
 * is no such sign-in.
 */
export function ignoreParametersOfContinuation(provider: Provider): void {
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith(`${providerPaths.authorization}/`)) ctx.search = ''
    await next()
  })
}

/** Redirects immediately if there is no session to end; the provider would send a self-submitting form. */
export function skipSignOutWithoutSession(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx
    if (oidc?.route !== 'end_session' || ctx.status !== 200 || oidc.session?.accountId) return
    ctx.body = null
    ctx.status = 303
    ctx.redirect(toPostLogoutUrl(oidc.params ?? {}) ?? oidc.urlFor('end_session_success'))
  })
}

export const signedOutPage = noticePage({
  title: 'Signed out',
  text: ['You successfully logged out!'],
  link: { text: 'Sign in again', path: '/' },
})

/** The app's return URL. The provider has already compared it with the registered ones. */
function toPostLogoutUrl(params: Record<string, unknown>): string | undefined {
  const { post_logout_redirect_uri: back, state } = params
  if (typeof back !== 'string') return undefined
  const url = new URL(back)
  if (typeof state === 'string') url.searchParams.set('state', state)
  return url.href
}
