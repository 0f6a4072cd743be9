import { expect, test } from 'vitest'
import { toSaveStatusText } from './save-bar.tsx'

const unchanged = { activity: null, isDirty: false, isDraftStored: true, isNew: false }

test.each([
  [{ ...unchanged, activity: 'Saving', isDirty: true }, 'Saving'],
  [{ ...unchanged, isDirty: true }, 'Not saved yet. Stored as a draft.'],
  [{ ...unchanged, isDirty: true, isDraftStored: false }, 'Not saved yet.'],
  [{ ...unchanged, isNew: true }, 'No changes yet.'],
  [unchanged, 'All changes saved.'],
])('with %j a form says "%s"', (status, text) => {
  expect(toSaveStatusText(status)).toBe(text)
})
