import { expect, test } from 'vitest'
import { buildGolfer } from '#test/support/build-field.ts'
import { applyScenario } from './scenario.ts'

test('a final score that is set moves the score to par, and not the strokes so far', () => {
  const waiting = buildGolfer({ relativeScore: 0, total: 0, toPar: '--' })
  const players = [{ espnId: waiting.espnId }]
  const [set] = applyScenario([waiting], players, new Map([[0, -5]]))
  expect(set).toMatchObject({ relativeScore: -5, toPar: '-5', total: 0, isDNF: false })
  expect(applyScenario([waiting], players, new Map([[0, 'out']]))[0]).toMatchObject({ isDNF: true, relativeScore: 0 })
  expect(applyScenario([waiting], players, new Map())[0]).toBe(waiting)
})
