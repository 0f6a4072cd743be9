/** The rule of a cut. Every golfer at the line or better makes it. */
export type CutRule = {
  /** The round after which the field is cut. */
  readonly afterRound: number
  /** The number of golfers who make the cut, ties included. */
  readonly top: number
  /** Golfers within this many strokes of the lead also make it; null if that does not apply. */
  readonly within: number | null
}

/** The season in which the tour went from 70 to 65 golfers, and the Masters dropped its ten strokes. */
const shorterCuts = 2020
/** Since this season the tour has events of at most 80 golfers without a cut, and three with a cut to 50. */
const smallFields = 2024
const smallField = 82

/** Events of several courses, which are cut after three rounds. */
const threeRounds = /american express|\bcareerbuilder|\bdesert classic|\bpebble beach\b/i

/** Events without a cut: the finals of a season and limited fields. */
const noCut =
  /tour championship|bmw championship|the sentry|tournament of champions|hero world|zozo|cj cup|\bwgc\b|world golf championships|\bhsbc\b/i

/** The rule of an event by its name, its season and the size of its field; null for one without a cut. */
export function findCutRule(name: string, season: number, golfers: number): CutRule | null {
  const rule = (top: number, within: number | null = null): CutRule => ({ afterRound: 2, top, within })
  if (/\bmasters\b/i.test(name)) return rule(50, season < shorterCuts ? 10 : null)
  if (/u\.?\s?s\.? open|united states open/i.test(name)) return rule(60)
  if (/(?<!bmw )\bpga championship\b/i.test(name) || isOpenChampionship(name)) return rule(70)
  if (noCut.test(name)) return null
  if (season >= smallFields && /genesis invitational|arnold palmer|memorial/i.test(name)) return rule(50, 10)
  if (season >= smallFields && golfers > 0 && golfers <= smallField) return null
  return { ...rule(season < shorterCuts ? 70 : 65), afterRound: threeRounds.test(name) ? 3 : 2 }
}

/** "The Open", "Open Championship", "The Open Championship", "146th Open Championship", with a year or without. */
function isOpenChampionship(name: string): boolean {
  return /(^|\d{4}\s+)open championship|\b(the|british|\d+(st|nd|rd|th))\s+open(\s+championship)?(\s+\d{4})?$/i.test(
    name.trim(),
  )
}
