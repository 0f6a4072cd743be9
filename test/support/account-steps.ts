import type { FormBrowser, FormResponse } from './form-browser.ts'
import { beginSignIn, isCallback } from './oidc-client.ts'
import { getLink, type ReceivedMail } from './smtp-sink.ts'

export function openLink(browser: FormBrowser, { pathname, search }: URL): Promise<FormResponse> {
  return browser.get(pathname + search)
}

export function openMail(browser: FormBrowser, mail: ReceivedMail): Promise<FormResponse> {
  return openLink(browser, getLink(mail))
}

/** Asks for a silent renewal, which needs a session of this browser. */
export async function isSignedIn(browser: FormBrowser, origin: string): Promise<boolean> {
  const { path } = beginSignIn(origin, { prompt: 'none' })
  const answer = await browser.follow(await browser.get(path), isCallback)
  return answer.location?.searchParams.has('code') === true
}
