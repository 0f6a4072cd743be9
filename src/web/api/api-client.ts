import type * as z from 'zod/mini'
import type { BoardAnswers } from '#contract/board-answers.ts'
import { openingApi, xsrfCookie, xsrfHeader } from '#contract/opening-paths.ts'
import { ApiProblem, toApiProblem } from './api-problem.ts'

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
  /** Called when the server rejects a token. Returns another one if that needs no user interaction. */
  onUnauthorized: (rejected: string) => Promise<string | undefined>
}

type Environment = {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  origin: string
  readCookies: () => string
}

const browser: Environment = {
  fetch: (path, init) => fetch(path, init),
  get origin() {
    return location.origin
  },
  readCookies: () => document.cookie,
}

/** Aborts a request without a signal of its own. Repeats have no second effect (docs/security.md, 12.3). */
const timeoutMs = 20_000

/** An early response is not given to a screen that opens later. */
const prefetchedMs = 15_000

/**
 * Calls the API. Every call may throw an `ApiProblem`. After a rejected access token (docs/security.md, 1.3) or XSRF
 * token (docs/security.md, 3.2), the client gets a new one and retries once.
 */
export function createApiClient(session: Session, environment: Environment = browser) {
  const early = new Map<string, Promise<Response>>()

  /**
   * Sends requests before a screen asks for them, except those that have been answered with the token. Whoever asks for
   * one of these paths first gets its response.
   */
  function prefetch(paths: readonly string[], answered: Promise<BoardAnswers> = Promise.resolve([])): void {
    for (const path of paths) {
      const response = answered.then((answers) => {
        const answer = answers.find((each) => each.path === path)
        return answer === undefined ? requestAnew(path) : new Response(answer.body, { headers: answer.headers })
      })
      // Whoever is waiting gets the error; whoever asks later sends a request of their own.
      response.catch(() => early.delete(path))
      early.set(path, response)
    }
    setTimeout(() => early.clear(), prefetchedMs)
  }

  async function takePrefetched(path: string, { method, headers, signal }: RequestInit) {
    if (method !== undefined || new Headers(headers).has('If-None-Match')) return undefined
    const response = early.get(path)
    early.delete(path)
    const taken = await response
    signal?.throwIfAborted()
    return taken
  }

  async function request(path: string, options: RequestInit = {}): Promise<Response> {
    // What was read before a change may be old.
    if (changesState(options.method)) early.clear()
    const prefetched = early.size > 0 && (await takePrefetched(path, options))
    return prefetched || requestAnew(path, options)
  }

  async function requestAnew(path: string, options: RequestInit = {}): Promise<Response> {
    const init = { signal: AbortSignal.timeout(timeoutMs), ...options }
    const token = isSameOrigin(path, environment.origin) ? await session.getAccessToken() : undefined
    let response = await sendRequest(path, init, token)
    if (response.status === 401 && token !== undefined) {
      const renewed = await session.onUnauthorized(token)
      if (renewed !== undefined) response = await sendRequest(path, init, renewed)
    }
    if (await isXsrfRejection(response)) {
      await sendRequest(openingApi.clientConfiguration(), {}, undefined)
      response = await sendRequest(path, init, await session.getAccessToken())
    }
    if (!response.ok && response.status !== 304) throw await toApiProblem(response)
    return response
  }

  async function sendRequest(path: string, init: RequestInit, token: string | undefined): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!headers.has('Accept')) headers.set('Accept', 'application/json')
    if (isSameOrigin(path, environment.origin)) {
      if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
      const xsrfToken = readCookie(environment.readCookies(), xsrfCookie)
      if (changesState(init.method) && xsrfToken !== undefined) headers.set(xsrfHeader, xsrfToken)
    }
    try {
      return await environment.fetch(path, { ...init, headers })
    } catch (cause) {
      if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
      throw new ApiProblem('offline', { cause })
    }
  }

  async function get<Body>(path: string, schema: Schema<Body>, options: Options = {}): Promise<Body> {
    return read(await request(path, options), schema)
  }

  /** Fetches a resource unless it still matches `validator`. */
  async function getVersioned<Body>(
    path: string,
    schema: Reader<Body>,
    validator?: CacheValidator,
    options: Options = {},
  ): Promise<Versioned<Body>> {
    const headers: Record<string, string> = validator === undefined ? {} : { 'If-None-Match': validator.etag }
    // The browser's HTTP cache would turn the server's 304 into a 200.
    const response = await request(path, { ...options, headers, cache: 'no-store' })
    if (response.status === 304) return { status: 'same', headers: response.headers }
    const etag = response.headers.get('ETag') ?? undefined
    return { status: 'new', body: await read(response, schema), etag, headers: response.headers }
  }

  /** Sends a change. `schema` parses the response. */
  async function send<Body>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: unknown,
    schema: Schema<Body>,
    options: Options = {},
  ): Promise<Body> {
    const headers = { 'Content-Type': 'application/json' }
    return read(await request(path, { ...options, method, headers, body: JSON.stringify(body) }), schema)
  }

  return { request, prefetch, get, getVersioned, send }
}

export type Schema<Body> = z.ZodMiniType<Body>

/** A schema, or what checks a large body in several steps. */
type Reader<Body> = { readonly parse: (body: unknown) => Body | Promise<Body> }

type Options = { signal?: AbortSignal }

async function read<Body>(response: Response, schema: Reader<Body>): Promise<Body> {
  const text = await response.text().catch((cause: unknown) => {
    throw new ApiProblem('offline', { cause })
  })
  try {
    return await schema.parse(text === '' ? undefined : JSON.parse(text))
  } catch (cause) {
    throw new ApiProblem('unreadable', { cause })
  }
}

async function isXsrfRejection(response: Response): Promise<boolean> {
  return response.status === 403 && (await toApiProblem(response.clone())).code === 'antiforgery'
}

function isSameOrigin(address: string, origin: string): boolean {
  return new URL(address, origin).origin === origin
}

function changesState(method = 'GET'): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function readCookie(cookies: string, name: string): string | undefined {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1))
}
