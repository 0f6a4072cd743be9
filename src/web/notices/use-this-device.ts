import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Notices } from '#contract/notice-contract.ts'
import { noticesQuery } from '#web/api/notice-queries.ts'
import { queryKeys } from '#web/api/resource-query.ts'
import { useApi } from '#web/api/use-api.ts'
import { findDeviceState, turnOff, turnOn } from './subscription.ts'

/** Whether this browser shows the user's notifications, and changing that. */
export function useThisDevice(notices: Notices | undefined, userId: number | undefined) {
  const client = useApi()
  const queries = useQueryClient()
  const digests = notices?.devices.map(({ digest }) => digest)
  const state = useQuery({
    queryKey: [...queryKeys.notices, 'device', digests],
    queryFn: () => findDeviceState({ devices: notices?.devices ?? [] }),
    enabled: notices !== undefined,
    // The user may change the permission in the browser's settings and come back.
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
  const remember = (changed: Notices | undefined) => {
    if (changed !== undefined) queries.setQueryData(noticesQuery(client).queryKey, changed)
    return state.refetch()
  }
  const on = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      if (notices === undefined || userId === undefined) return
      const result = await turnOn(client, notices, userId)
      await remember(result.state === 'on' ? result.notices : undefined)
    },
  })
  const off = useMutation({
    networkMode: 'always',
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
