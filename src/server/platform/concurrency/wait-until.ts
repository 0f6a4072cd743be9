import { setTimeout as wait } from 'node:timers/promises'

const intervalMs = 250

/** Asks until the answer is true, at least once. Returns false after the timeout. `onWait` is called after the first no. */
export async function waitUntil(
  isTrue: () => Promise<boolean>,
  timeoutMs: number,
  onWait: () => void,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  if (await isTrue()) return true
  onWait()
  while (performance.now() < deadline) {
    await wait(intervalMs)
    if (await isTrue()) return true
  }
  return false
}
