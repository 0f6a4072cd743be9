import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * What can go wrong between the feed and us: the connection dies without an answer (`stopped`) or half way through
 * it (`half-body`), a page instead of data (`html`), a body from some time ago, an error, an answer long in coming,
 * another address, no event, another event.
 */
export const feedFaults = [
  'stopped',
  'html',
  'half-body',
  'older-body',
  'error-500',
  'slow',
  'redirect',
  'empty-events',
  'wrong-event',
] as const
export type FeedFault = (typeof feedFaults)[number]

export function isFeedFault(name: string): name is FeedFault {
  return feedFaults.some((fault) => fault === name)
}

/** Faults that spoil the body and leave the rest of the answer as it is. */
export function corruptBody(fault: FeedFault | undefined, text: string): string {
  if (fault === 'empty-events') return JSON.stringify({ events: [] })
  if (fault === 'wrong-event') return withDifferentIds(text)
  return text
}

function withDifferentIds(text: string): string {
  const body: { events?: object[]; profile?: object } = JSON.parse(text)
  if (body.events !== undefined) {
    return JSON.stringify({ ...body, events: body.events.map((event) => ({ ...event, id: '400000001' })) })
  }
  return JSON.stringify({ ...body, profile: { ...body.profile, id: '1' } })
}

/** Faults that need no body. Returns whether one of them has answered. */
export function respondWithFault(
  fault: FeedFault | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (fault === 'stopped') {
    request.socket.destroy()
    return true
  }
  if (fault === 'html') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end('<!doctype html><title>Sorry</title><p>We are busy. Please come back later.</p>')
    return true
  }
  if (fault === 'error-500') {
    response.writeHead(500, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 2404, detail: 'http error: not found' }))
    return true
  }
  if (fault === 'redirect' && request.url?.startsWith(redirectPrefix) === false) {
    response.writeHead(302, { location: redirectPrefix + request.url })
    response.end()
    return true
  }
  return false
}

/** Where `redirect` sends to: everything is there as well. */
export const redirectPrefix = '/moved'
