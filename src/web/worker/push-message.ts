/** `id`: identical when the server repeats a message. */
type PushMessage = { id: string; title: string; body: string; path: string; tag: string }

const fallback: PushMessage = { id: '', title: 'News from the pool', body: '', path: '/', tag: 'news' }

/** Browsers penalise a push that shows nothing, so there is always a message to show. */
export function readPush(data: { json(): unknown } | null): PushMessage {
  try {
    const read = { ...fallback, ...(data?.json() as Partial<PushMessage> | undefined) }
    const isText = Object.values(read).every((value) => typeof value === 'string')
    return isText && isOwnPath(read.path) ? read : fallback
  } catch {
    return fallback
  }
}

/** Not "//host". */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path)
}
