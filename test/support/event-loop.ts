/**
 * Runs `work` and returns the milliseconds of CPU that this thread spent in the longest turn of the event loop meanwhile.
 * CPU time does not depend on what else the machine is doing.
 */
export async function measureLongestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isWorking = true
  let last = process.threadCpuUsage()
  const measure = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
    if (isWorking) setImmediate(measure)
  }
  setImmediate(measure)
  await work()
  isWorking = false
  measure()
  return longest
}
