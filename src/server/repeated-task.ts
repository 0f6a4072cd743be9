import type { Log } from './log.ts'

type Options = { intervalMs: number; log: Pick<Log, 'warn'>; failureText: string }

/** Starts `work` at every interval, first after one interval. Failures are logged, and the next run tries again. */
export function repeatTask(work: () => Promise<void>, { intervalMs, log, failureText }: Options): { stop(): void } {
  const timer = setInterval(() => {
    work().catch((error: unknown) => log.warn({ err: error }, failureText))
  }, intervalMs)
  return { stop: () => clearInterval(timer) }
}
