import { ApiProblem, toProblemText } from '#web/api/api-problem.ts'
import type { DeviceState } from './subscription.ts'

/** Why a device could not be added or removed, and what to do. */
export function toDeviceFailure(error: unknown): string {
  if (!(error instanceof ApiProblem))
    return 'The browser couldn’t reach its push service. Try again in a moment, or choose email instead.'
  return toProblemText(error, {
    'validation-failed': 'This pool doesn’t support this browser’s push service. Choose email instead.',
  })
}

/** Why this browser cannot show notifications, and what the user can do; undefined if it can show them. */
export const obstacles: Partial<Record<DeviceState, { title: string; steps: readonly string[] }>> = {
  blocked: {
    title: 'Notifications are blocked for this site.',
    steps: [
      'Open this site’s settings: click the icon to the left of the address, or press and hold the app’s icon.',
      'Allow notifications there.',
      'Come back to this page.',
    ],
  },
  'home-screen': {
    title: 'On an iPhone or iPad, the pool must be on the home screen first.',
    steps: [
      'In Safari, tap Share, the square with the arrow.',
      'Choose Add to Home Screen.',
      'Open the pool from the home screen, sign in, and come back to this page there.',
    ],
  },
  insecure: {
    title: 'Notifications need a secure connection.',
    steps: [
      'Browsers allow them only over HTTPS, and this page was loaded over plain HTTP. Choose email below instead.',
    ],
  },
  unsupported: {
    title: 'This browser cannot show notifications.',
    steps: ['Open this page in another browser or on your phone, or choose email below instead.'],
  },
}
