import { api, xsrfCookie, xsrfHeader } from '#contract/paths.ts'

/** The headers by which a browser shows that a request that changes something comes from our own page. */
export type XsrfPair = { cookie: string; [xsrfHeader]: string }

/** Gets a pair of one's own, as the browser app does before it signs in. */
export async function fetchXsrfPair(url: string): Promise<XsrfPair> {
  // No connection is kept for the next process on the same port.
  const response = await fetch(url + api.clientConfiguration(), { headers: { connection: 'close' } })
  await response.body?.cancel()
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
  const token = cookies.find((cookie) => cookie.startsWith(`${xsrfCookie}=`))
  if (!token) throw new Error('The settings came without an XSRF pair.')
  return { cookie: cookies.join('; '), [xsrfHeader]: token.slice(xsrfCookie.length + 1) }
}
