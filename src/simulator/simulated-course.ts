/** A hole of the simulated course. */
export type SimulatedHole = {
  readonly number: number
  readonly par: 3 | 4 | 5
  readonly yards: number
  /** Strokes that the hole costs the field on average, compared with others of its par: -0.1 … 0.15. */
  readonly difficulty: number
}

export type SimulatedCourse = {
  readonly id: string
  readonly name: string
  readonly city: string
  readonly state: string
  readonly zipCode: string
  /** 18 holes in order. */
  readonly holes: readonly SimulatedHole[]
}

/** Par, yards and difficulty of holes 1 to 18: par 72, 36 out and 36 in. */
// biome-ignore format: a scorecard in few lines
const card: readonly (readonly [par: 3 | 4 | 5, yards: number, difficulty: number])[] = [
  [4, 412, -0.04], [5, 571, -0.06], [4, 448, 0.02], [3, 188, 0], [4, 467, 0.05], [4, 391, -0.08], [5, 604, 0.03],
  [3, 221, 0.06], [4, 482, 0.09], [4, 435, 0], [4, 459, 0.04], [3, 155, -0.07], [4, 370, -0.1], [5, 552, -0.05],
  [4, 476, 0.06], [3, 204, 0.03], [5, 588, 0], [4, 491, 0.13],
]

export const simulatedCourse: SimulatedCourse = {
  id: '99001',
  name: 'Larkmoor Dunes Golf Club',
  city: 'Larkmoor',
  state: 'OR',
  zipCode: '97000',
  holes: card.map(([par, yards, difficulty], index) => ({ number: index + 1, par, yards, difficulty })),
}

/** The par of the holes `from` to `to`, both included. */
export function parOf(course: SimulatedCourse, from = 1, to = 18): number {
  return course.holes.slice(from - 1, to).reduce((sum, hole) => sum + hole.par, 0)
}

/** The holes in the order played from `startHole`. */
export function holesFrom(course: SimulatedCourse, startHole: number): readonly SimulatedHole[] {
  return [...course.holes.slice(startHole - 1), ...course.holes.slice(0, startHole - 1)]
}
