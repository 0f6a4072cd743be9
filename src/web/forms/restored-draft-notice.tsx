import { toMoment } from '../time/board-time.ts'
import { FormNotice } from './form-notice.tsx'

/** `storedAt`: when the draft was stored, ISO 8601. */
export function RestoredDraftNotice({ storedAt }: { storedAt: string }) {
  return (
    <FormNotice title="Unsaved changes restored">
      They were stored on this device ({toMoment(storedAt, new Date())}).
    </FormNotice>
  )
}
