/** A hole of the simulated course. */
export type SimulatedHole = {
  readonly number: number
  readonly par: 3 | 4 | 5
  /** Strokes that the hole costs the field on average, compared with others of its par: -0.1 … 0.15. */
  readonly difficulty: number
}

export type SimulatedCourse = {
  readonly id: string
  readonly name: string
  /** 18 holes in order. */
  readonly holes: readonly SimulatedHole[]
}

/** Par and difficulty of holes 1 to 18: par 72, 36 out and 36 in. */
// biome-ignore format: a scorecard in few lines
const card: readonly (readonly [par: 3 | 4 | 5, difficulty: number])[] = [
  [4, -0.04], [5, -0.06], [4, 0.02], [3, 0], [4, 0.05], [4, -0.08], [5, 0.03],
  [3, 0.06], [4, 0.09], [4, 0], [4, 0.04], [3, -0.07], [4, -0.1], [5, -0.05],
  [4, 0.06], [3, 0.03], [5, 0], [4, 0.13],
]

export const simulatedCourse: SimulatedCourse = {
  id: '99001',
  name: 'Larkmoor Dunes Golf Club',
  holes: card.map(([par, difficulty], index) => ({ number: index + 1, par, difficulty })),
}

/** The par of the holes `from` to `to`, both included. */
export function parOf(course: SimulatedCourse, from = 1, to = 18): number {
  return course.holes.slice(from - 1, to).reduce((sum, hole) => sum + hole.par, 0)
}

/** The holes in the order played from `startHole`. */
export function holesFrom(course: SimulatedCourse, startHole: number): readonly SimulatedHole[] {
  return [...course.holes.slice(startHole - 1), ...course.holes.slice(0, startHole - 1)]
}
