/** `id`: the same if the server sends a message again. */
type PushMessage = { id: string; title: string; body: string; path: string; tag: string }

const fallback: PushMessage = { id: '', title: 'News from the pool', body: '', path: '/', tag: 'news' }

/** Browsers punish a push that shows nothing, so there is always something to show. */
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
