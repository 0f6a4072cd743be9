/** Requests to other identity providers: bounded in time and size, and without redirects (docs/security.md, 1.7). */

const deadlineMs = 5000
const maxBodyBytes = 512 * 1024

type Init = Pick<RequestInit, 'method' | 'headers' | 'body'>

/** Rejects if the whole response, with its body, has not arrived in time. Redirects are returned, not followed. */
export async function limitedFetch(url: string, init: Init = {}): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(deadlineMs) })
  const body = await readLimited(url, response)
  const { status, statusText, headers } = response
  return new Response(body.length === 0 ? null : body, { status, statusText, headers })
}

/** Repeating the request would not help. */
export class RefusedByEndpoint extends Error {}

export async function getJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await limitedFetch(url, { headers: { Accept: 'application/json', ...headers } })
  const { status } = response
  if (status >= 300 && status < 500 && status !== 429) throw new RefusedByEndpoint(`${url} returned status ${status}.`)
  if (!response.ok) throw new Error(`${url} returned status ${status}.`)
  return response.json().catch(() => {
    throw new RefusedByEndpoint(`${url} did not return JSON.`)
  })
}

async function readLimited(url: string, { body }: Response): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > maxBodyBytes) throw new Error(`The response from ${url} is too large.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
