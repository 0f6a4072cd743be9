import { expect, it } from 'vitest'
import { findSimilar } from './tournament-details.tsx'

const earlier = [{ name: 'Summer Open' }, { name: 'Spring Open 2025' }, { name: 'Spring Open 2024' }]

it.each([
  ['Spring Open', 'Spring Open 2025'],
  ['2026 spring open', 'Spring Open 2025'],
  ['Autumn Open', 'Summer Open'],
  ['', 'Summer Open'],
])('a new tournament %j is like %j', (name, similar) => {
  expect(findSimilar(earlier, name)?.name).toBe(similar)
})
