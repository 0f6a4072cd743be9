/** A hole of the simulated course. */
export type SimulatedHole = (typeof simulatedCourse.holes)[number]

/**
 * Par and difficulty of holes 1 to 18: par 72, 36 out and 36 in. Difficulty: strokes that the hole costs the field on
 * average, compared with others of its par.
 */
// biome-ignore format: a scorecard in few lines
const card: readonly (readonly [par: 3 | 4 | 5, difficulty: number])[] = [
  [4, -0.04], [5, -0.06], [4, 0.02], [3, 0], [4, 0.05], [4, -0.08], [5, 0.03],
  [3, 0.06], [4, 0.09], [4, 0], [4, 0.04], [3, -0.07], [4, -0.1], [5, -0.05],
  [4, 0.06], [3, 0.03], [5, 0], [4, 0.13],
]

/** `holes`: 18, in order. */
export const simulatedCourse = {
  id: '99001',
  name: 'Larkmoor Dunes Golf Club',
  par: 72,
  holes: card.map(([par, difficulty], index) => ({ number: index + 1, par, difficulty })),
}

/** The holes in the order played from `startHole`. */
export function holesFrom(startHole: number): readonly SimulatedHole[] {
  const { holes } = simulatedCourse
  return [...holes.slice(startHole - 1), ...holes.slice(0, startHole - 1)]
}
