import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { UserNotifications } from '#contract/user-notification-contract.ts'
import type { ApiClient } from '#web/api/api-client.ts'
import { queryKeys, resourceQuery } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'
import { findDeviceState, turnOff, turnOn } from './subscription.ts'

/** Whether this browser shows the user's notifications, and changing that. */
export function useThisDevice(notifications: UserNotifications | undefined, userId: number) {
  const digests = notifications?.devices.map(({ digest }) => digest)
  const state = useQuery({
    queryKey: [...queryKeys.notifications, 'device', digests],
    queryFn: () => findDeviceState({ devices: notifications?.devices ?? [] }),
    enabled: notifications !== undefined,
    // The user may change the permission in the browser's settings and come back.
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
  const { mutate, isPending, error } = useNotificationsChange((client, work: typeof turnOff) => work(client))
  const change = (work: typeof turnOff) => mutate(work, { onSuccess: () => state.refetch() })
  return {
    state: state.data,
    turnOn: () => notifications && change((client) => turnOn(client, notifications, userId)),
    turnOff: () => change(turnOff),
    isBusy: isPending,
    error,
  }
}

type Change<Input> = (client: ApiClient, input: Input) => Promise<UserNotifications | undefined>

/** Changes the preferences or devices, and puts the server's answer into the cache. */
export function useNotificationsChange<Input = void>(change: Change<Input>) {
  const client = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(client, input),
    onSuccess: (changed) => queries.setQueryData(notificationsQuery.queryKey, changed),
  })
}

/** The user's notification preferences and devices. */
export const notificationsQuery = resourceQuery<UserNotifications>(queryKeys.notifications, api.notifications(), {
  staleTime: 10_000,
})
