import { expect, test } from 'vitest'
import { minuteOf } from './milestones.ts'
import { playTournament } from './tournament-play.ts'
import { timeAt } from './tournament-time.ts'

test('a round that is suspended overnight is finished on the next morning, before the next round of that day', () => {
  const play = playTournament('overnight', { story: 'overnight-suspension' })
  const time = (milestone: string) => new Date(timeAt(play, minuteOf(play, milestone))).toISOString()
  const moments = ['round-2', 'suspended', 'resumed', 'round-2-complete', 'round-3', 'final'].map(time)
  expect(moments).toEqual(moments.toSorted())
  expect(moments.map((moment) => moment.slice(8, 10))).toEqual(['19', '19', '20', '20', '20', '21'])
  let last = Number.NEGATIVE_INFINITY
  for (let minute = -200; minute <= play.finalFrom; minute += 1) {
    const at = timeAt(play, minute)
    if (at < last) throw new Error(`time goes back at minute ${minute}`)
    last = at
  }
})
