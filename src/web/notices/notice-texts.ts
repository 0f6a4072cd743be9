import { ApiProblem } from '#web/api/api-problem.ts'
import type { DeviceState } from './subscription.ts'

/** Why a device could not be added or removed, and what to do. */
export function toDeviceFailure(error: unknown): string {
  if (error instanceof ApiProblem && error.code === 'offline')
    return 'There is no connection. Try again when you are online.'
  if (error instanceof ApiProblem && error.fields.length > 0)
    return 'The push service of this browser is not one that this pool uses. Choose email instead.'
  if (error instanceof ApiProblem) return 'The server could not do that. Try again in a moment.'
  return 'The browser could not reach its push service. Try again in a moment, or choose email instead.'
}

/** Why this browser shows no notifications, and what can be done; undefined if it can. */
export const obstacles: Partial<Record<DeviceState, { title: string; steps: readonly string[] }>> = {
  blocked: {
    title: 'Notifications are blocked for this site.',
    steps: [
      'Open the settings of this site: the sign to the left of the address, or a long press on the app.',
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
    steps: ['This pool is open over plain http, where browsers show none. You can choose email below.'],
  },
  unsupported: {
    title: 'This browser cannot show notifications.',
    steps: ['Open this page in another browser or on your phone, or choose email below.'],
  },
}
