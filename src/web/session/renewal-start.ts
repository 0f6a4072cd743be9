import type { Session } from './session.ts'

/** The library renews the token a minute before it expires. It is loaded a minute before that. */
const startBeforeExpiryMs = 120_000
/** The device may sleep, which stops timers, or change its clock. */
const checkIntervalMs = 15_000

/**
 * Starts background renewal shortly before the token expires, because its code is large and most visits end before. If the
 * code cannot be loaded, calls `onFailure` and tries again: the server may have a newer build. Returns a function that
 * cancels this.
 */
export function startRenewalInTime(
  { getState, start }: Pick<Session, 'getState' | 'start'>,
  onFailure: () => void,
): () => void {
  let isStarting = false
  const check = async () => {
    const expiresAt = getState().user?.expires_at
    if (isStarting || expiresAt === undefined || Date.now() < expiresAt * 1000 - startBeforeExpiryMs) return
    isStarting = true
    if (await start()) clearInterval(timer)
    else onFailure()
    isStarting = false
  }
  const timer = setInterval(check, checkIntervalMs)
  void check()
  return () => clearInterval(timer)
}
