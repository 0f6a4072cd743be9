/** A worker that asks for readiness all the time, apart from the thread that simulates thousands of viewers. */
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const intervalMs = 100

for (;;) {
  const startedAt = performance.now()
  const status = await fetch(String(workerData)).then(
    (response) => response.status,
    (error: unknown) => String(error),
  )
  parentPort?.postMessage({ status, seconds: (performance.now() - startedAt) / 1000 })
  await wait(intervalMs)
}
