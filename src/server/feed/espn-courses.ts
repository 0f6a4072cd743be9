import type { Hole } from '#domain/field/field.ts'
import type { EspnCourse, EspnEvent } from './espn-leaderboard.ts'

export type Course = ReturnType<typeof toCourses>[number]

/** The event's courses. Exactly one is the host when there are any: the marked one, else the first. */
export function toCourses({ courses }: EspnEvent) {
  const host = findHost(courses)
  return courses.map((course) => ({
    /** The feed's course id, which a golfer's rounds refer to. */
    id: course.id,
    name: course.name,
    isHost: course === host,
    /** Sorted by number. Empty unless the feed provides all 18. */
    holes: toHoles(course),
  }))
}

/** Par of the host course; 0 when the feed does not provide it. */
export function findHostPar(courses: readonly EspnCourse[]): number {
  const host = findHost(courses)
  if (!host) return 0
  return host.shotsToPar || toHoles(host).reduce((sum, { shotsToPar }) => sum + shotsToPar, 0)
}

/** The host can be at any index. */
function findHost(courses: readonly EspnCourse[]): EspnCourse | undefined {
  return courses.find(({ host }) => host) ?? courses[0]
}

function toHoles({ holes }: EspnCourse): Hole[] {
  const all = holes.flatMap(({ number, shotsToPar }) => (number && shotsToPar ? [{ number, shotsToPar }] : []))
  const isComplete = new Set(all.map(({ number }) => number)).size === 18 && all.length === 18
  return isComplete ? all.toSorted((a, b) => a.number - b.number) : []
}
