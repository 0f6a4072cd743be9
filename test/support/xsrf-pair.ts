import { api, xsrfCookie, xsrfHeader } from '#contract/paths.ts'

/** The headers that prove that a request comes from our own page. */
export type XsrfPair = { cookie: string; [xsrfHeader]: string }

/** Requests a new pair, as the browser app does before it signs in. */
export async function fetchXsrfPair(url: string): Promise<XsrfPair> {
  // A kept connection would fail if another process uses the port next.
  const response = await fetch(url + api.clientConfiguration(), { headers: { connection: 'close' } })
  await response.body?.cancel()
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
  const token = cookies.find((cookie) => cookie.startsWith(`${xsrfCookie}=`))
  if (!token) throw new Error('The settings came without an XSRF pair.')
  return { cookie: cookies.join('; '), [xsrfHeader]: token.slice(xsrfCookie.length + 1) }
}
