import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { User } from '#domain/permissions.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { ErrorPanel } from './error-panel.tsx'

type Props<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  skeleton: ReactNode
  children: (data: Data, user: User) => ReactNode
}

/** Waits for a query and the current user: shows the skeleton until both have loaded, or the error if one fails. */
export function WithUser<Data>({ query, skeleton, children }: Props<Data>) {
  const user = useQuery(userQuery)
  if (query.data !== undefined && user.data !== undefined) return children(query.data, user.data)
  const error = query.error ?? user.error
  if (error === null) return skeleton
  return <ErrorPanel error={error} onRetry={() => Promise.all([query.refetch(), user.refetch()])} />
}
