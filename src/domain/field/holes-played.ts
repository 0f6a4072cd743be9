import { type Golfer, noValue } from './field.ts'

type Played = Pick<Golfer, 'thru' | 'round1Score' | 'round2Score' | 'round3Score' | 'round4Score'>

/** Holes played in all rounds; 0 if only the score to par is known. */
export function countHolesPlayed({ thru, round1Score, round2Score, round3Score, round4Score }: Played): number {
  const rounds = [round1Score, round2Score, round3Score, round4Score].filter((strokes) => strokes !== noValue).length
  return rounds > 0 && /^\d/.test(thru) ? (rounds - 1) * 18 + Number(thru) : rounds * 18
}
