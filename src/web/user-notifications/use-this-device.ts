import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { UserNotifications } from '#contract/user-notification-contract.ts'
import { queryKeys, resourceQuery } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'
import { findDeviceState, turnOff, turnOn } from './subscription.ts'

/** Whether this browser shows the user's notifications, and changing that. */
export function useThisDevice(notifications: UserNotifications | undefined, userId: number | undefined) {
  const client = useApi()
  const queries = useQueryClient()
  const digests = notifications?.devices.map(({ digest }) => digest)
  const state = useQuery({
    queryKey: [...queryKeys.notifications, 'device', digests],
    queryFn: () => findDeviceState({ devices: notifications?.devices ?? [] }),
    enabled: notifications !== undefined,
    // The user may change the permission in the browser's settings and come back.
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
  const remember = (changed: UserNotifications | undefined) => {
    if (changed !== undefined) queries.setQueryData(notificationsQuery.queryKey, changed)
    return state.refetch()
  }
  const on = useMutation({
    mutationFn: async () => {
      if (notifications === undefined || userId === undefined) return
      const result = await turnOn(client, notifications, userId)
      await remember(result.state === 'on' ? result.notifications : undefined)
    },
  })
  const off = useMutation({
    mutationFn: async () => remember(await turnOff(client)),
  })
  return {
    state: state.data,
    turnOn: () => on.mutate(),
    turnOff: () => off.mutate(),
    isBusy: on.isPending || off.isPending,
    error: on.error ?? off.error,
  }
}

/** The user's notification preferences and devices. */
export const notificationsQuery = resourceQuery<UserNotifications>(queryKeys.notifications, api.notifications(), {
  staleTime: 10_000,
})
