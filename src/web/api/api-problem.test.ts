import { expect, test } from 'vitest'
import { ApiProblem, toProblemText } from './api-problem.ts'

test('a limit that says for how long is shown as it is', () => {
  const detail = 'The next one can be sent in 55 minutes.'
  expect(toProblemText(new ApiProblem('too-many-requests', { detail }))).toBe(detail)
  expect(toProblemText(new ApiProblem('too-many-requests'))).toBe('Too many attempts. Wait a minute and try again.')
})
