import { contractVersion, contractVersionHeader } from '#contract/contract-version.ts'
import { api, requestIdHeader, xsrfCookie, xsrfHeader } from '#contract/paths.ts'
import { type ProblemCode, problemCode } from '#contract/problem.ts'
import type { ProblemDetails } from '#contract/problem-details.ts'
import { ApiProblem } from './api-problem.ts'

export type ApiClient = ReturnType<typeof createApiClient>

/** Identifies the response that the caller already has. */
export type CacheValidator = { readonly etag: string }

export type Versioned<Body> =
  | { readonly status: 'same'; readonly headers: Headers }
  | {
      readonly status: 'new'
      readonly body: Body
      readonly etag: string | undefined
      readonly headers: Headers
    }

type Session = {
  /** The access token, or undefined when nobody is signed in. */
  getAccessToken: () => Promise<string | undefined>
  /** Called when the server rejects a token. Returns a new one if that needs no user interaction. */
  onUnauthorized: (rejected: string, code: ProblemCode) => Promise<string | undefined>
  /** Called when a response has another contract version than this build. */
  onOtherVersion?: () => void
}

/** The timeout of every request but a stream. Repeating an aborted change is safe (docs/security.md, 12.3). */
const timeoutMs = 20_000

/**
 * Calls the API. Every call may throw an `ApiProblem`. After a rejected access token (docs/security.md, 1.3) or XSRF
 * token (docs/security.md, 3.2), the client gets a new one and retries once.
 */
export function createApiClient(session: Session) {
  function request(path: string, { signal, ...options }: RequestOptions = {}): Promise<Response> {
    const timeout = AbortSignal.timeout(timeoutMs)
    return requestStream(path, { ...options, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
  }

  /** A request without a timeout: a stream lasts as long as its caller wants. */
  async function requestStream(path: string, init: RequestInit): Promise<Response> {
    const token = isSameOrigin(path) ? await session.getAccessToken() : undefined
    let response = await sendRequest(path, init, token)
    if (response.status === 401 && token !== undefined) {
      const renewed = await session.onUnauthorized(token, await toRefusalCode(response))
      if (renewed !== undefined) response = await sendRequest(path, init, renewed)
    }
    if (await isXsrfRejection(response)) {
      await sendRequest(api.clientConfiguration(), {}, undefined)
      response = await sendRequest(path, init, await session.getAccessToken())
    }
    if (!response.ok && response.status !== 304) throw await toApiProblem(response)
    return response
  }

  async function sendRequest(path: string, init: RequestInit, token: string | undefined): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!headers.has('Accept')) headers.set('Accept', 'application/json')
    if (isSameOrigin(path)) {
      if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
      const xsrfToken = readCookie(xsrfCookie)
      if (changesState(init.method) && xsrfToken !== undefined) headers.set(xsrfHeader, xsrfToken)
    }
    const response = await fetch(path, { ...init, headers }).catch((cause: unknown) => {
      if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
      throw new ApiProblem('offline', { cause })
    })
    if (hasOtherVersion(response)) session.onOtherVersion?.()
    return response
  }

  async function get<Body>(path: string, options: Options = {}): Promise<Body> {
    return read(await request(path, options))
  }

  /** Fetches a resource unless it still matches `validator`. Fails if it is not an object of this contract version. */
  async function getVersioned<Body extends object>(
    path: string,
    validator?: CacheValidator,
    options: Options = {},
  ): Promise<Versioned<Body>> {
    const headers: Record<string, string> = validator === undefined ? {} : { 'If-None-Match': validator.etag }
    // The browser's HTTP cache would turn the server's 304 into a 200.
    const response = await request(path, { ...options, headers, cache: 'no-store' })
    if (response.status === 304) return { status: 'same', headers: response.headers }
    const body: Body | null = await read(response)
    if (hasOtherVersion(response) || typeof body !== 'object' || body === null) throw new ApiProblem('unreadable')
    return { status: 'new', body, etag: response.headers.get('ETag') ?? undefined, headers: response.headers }
  }

  /** Sends a change. */
  async function send<Body>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: unknown,
    options: Options = {},
  ): Promise<Body> {
    const headers = { 'Content-Type': 'application/json' }
    return read(await request(path, { ...options, method, headers, body: JSON.stringify(body) }))
  }

  return { request, requestStream, get, getVersioned, send }
}

type Options = { signal?: AbortSignal | undefined }
type RequestOptions = Omit<RequestInit, 'signal'> & Options

/** Our own server is trusted to send what the contract says. */
async function read<Body>(response: Response): Promise<Body> {
  const text = await response.text().catch((cause: unknown) => {
    throw new ApiProblem('offline', { cause })
  })
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiProblem('unreadable', { cause })
  }
}

/** A response without a version is not from our server, such as a proxy's. */
function hasOtherVersion({ headers }: Response): boolean {
  return (headers.get(contractVersionHeader) ?? contractVersion) !== contractVersion
}

async function isXsrfRejection(response: Response): Promise<boolean> {
  return response.status === 403 && (await toRefusalCode(response)) === 'antiforgery'
}

/** Leaves the body to be read later. */
async function toRefusalCode(response: Response): Promise<ProblemCode> {
  const body: Partial<ProblemDetails> | null = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body?.type === 'string' ? problemCode(body.type) : toProblemCode(response.status)
}

function isSameOrigin(address: string): boolean {
  return new URL(address, location.origin).origin === location.origin
}

function changesState(method = 'GET'): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1))
}

/** Parses an error response. Without problem details, such as from a proxy, the status decides the code. */
async function toApiProblem(response: Response): Promise<ApiProblem> {
  const code = await toRefusalCode(response)
  const body: Partial<ProblemDetails> | null = await response.json().catch(() => null)
  const requestId = response.status >= 500 ? (response.headers.get(requestIdHeader) ?? undefined) : undefined
  return new ApiProblem(code, { title: body?.title, detail: body?.detail, fields: body?.fields, requestId })
}

function toProblemCode(status: number): ProblemCode {
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not-found'
  if (status === 429) return 'too-many-requests'
  return status >= 502 ? 'unavailable' : 'internal-error'
}
