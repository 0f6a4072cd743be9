import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Faults to inject: a connection that is closed without a response (`stopped`) or halfway through it (`half-body`), a page
 * instead of data (`html`), an older body, an error, a refusal (of everybody, or of clients that do not say who they are as
 * in `Name/1.0 (+https://address)`), a slow response, a redirect, no event, a different event, a golfer without an id.
 */
export const feedFaults = [
  'stopped',
  'html',
  'half-body',
  'older-body',
  'error-500',
  'refused',
  'agent-refused',
  'slow',
  'redirect',
  'empty-events',
  'wrong-event',
  'golfer-without-id',
] as const
export type FeedFault = (typeof feedFaults)[number]

export function isFeedFault(name: string): name is FeedFault {
  return feedFaults.some((fault) => fault === name)
}

/** Applies the faults that change only the body. */
export function corruptBody(fault: FeedFault | undefined, text: string): string {
  if (fault === 'empty-events') return JSON.stringify({ events: [] })
  if (fault === 'wrong-event') return withDifferentIds(text)
  if (fault === 'golfer-without-id') return withoutFirstId(text)
  return text
}

function withDifferentIds(text: string): string {
  const body: { events?: object[]; profile?: object } = JSON.parse(text)
  if (body.events !== undefined) {
    return JSON.stringify({ ...body, events: body.events.map((event) => ({ ...event, id: '400000001' })) })
  }
  return JSON.stringify({ ...body, profile: { ...body.profile, id: '1' } })
}

type Row = { sortOrder: number; id?: string; athlete: object }

/** Removes the id of the golfer who is first. */
function withoutFirstId(text: string): string {
  const body: { events?: { competitions: { competitors: Row[] }[] }[] } = JSON.parse(text)
  for (const row of body.events?.[0]?.competitions[0]?.competitors ?? []) {
    if (row.sortOrder !== 1) continue
    delete row.id
    row.athlete = { ...row.athlete, id: undefined }
  }
  return JSON.stringify(body)
}

/** Applies the faults that need no body. Returns whether it has sent the response. */
export function respondWithFault(fault: FeedFault | undefined, request: IncomingMessage, response: ServerResponse) {
  const isRefused =
    fault === 'refused' || (fault === 'agent-refused' && !honestAgent.test(request.headers['user-agent'] ?? ''))
  if (fault === 'stopped') request.socket.destroy()
  else if (fault === 'html')
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end('<!doctype html><title>Sorry</title><p>We are busy. Please come back later.</p>')
  else if (fault === 'error-500')
    response
      .writeHead(500, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code: 2404, detail: 'http error: not found' }))
  else if (isRefused) response.writeHead(403, { 'content-type': 'text/html' }).end('Forbidden')
  else if (fault === 'redirect' && request.url?.startsWith(redirectPrefix) === false)
    response.writeHead(302, { location: redirectPrefix + request.url }).end()
  else return false
  return true
}

const honestAgent = /^[\w-]+\/[\w.-]+ \(\+https?:\/\/[^)]+\)$/

/** The target of `redirect`. It serves everything, too, so that only a test detects a client that follows the redirect. */
export const redirectPrefix = '/moved'
