import { expect, it } from 'vitest'
import { findCutRule } from './cut-rule.ts'

it.each([
  ['Masters Tournament', 2026, 90, { top: 50, within: null }],
  ['2017 Masters Tournament', 2017, 94, { top: 50, within: 10 }],
  ['U.S. Open', 2026, 156, { top: 60, within: null }],
  ['US Open', 2022, 156, { top: 60, within: null }],
  ['The Open', 2022, 156, { top: 70, within: null }],
  ['146th Open Championship', 2017, 156, { top: 70, within: null }],
  ['2018 Open Championship', 2020, 156, { top: 70, within: null }],
  ['Houston Open Championship', 2021, 156, { top: 65, within: null }],
  ['PGA Championship', 2024, 156, { top: 70, within: null }],
  ['Sony Open in Hawaii', 2021, 144, { top: 65, within: null }],
  ['the Memorial Tournament presented by Nationwide', 2017, 119, { top: 70, within: null }],
  ['the Memorial Tournament pres. by Workday', 2026, 72, { top: 50, within: 10 }],
  ['Farmers Insurance Open', 2026, 147, { top: 65, within: null }],
  ['The American Express', 2022, 156, { top: 65, within: null, afterRound: 3 }],
])('the cut of the %s of %i is known', (name, season, golfers, rule) => {
  expect(findCutRule(name, season, golfers)).toEqual({ afterRound: 2, ...rule })
})

it.each([
  ['TOUR Championship', 2026, 30],
  ['BMW Championship', 2021, 70],
  ['Travelers Championship', 2026, 71],
  ['World Wide Technology Championship at the WGC', 2021, 72],
])('the %s of %i has no cut', (name, season, golfers) => {
  expect(findCutRule(name, season, golfers)).toBeNull()
})
