import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { hasRole, type Role } from '#domain/permissions.ts'
import { ErrorPanel } from '../api/error-panel.tsx'
import { useApi } from '../api/use-api.ts'
import { userQuery } from '../api/user-queries.ts'
import { LoadingPanel } from '../ui/message-panel.tsx'

/** Shows the screen to users with the role and redirects everybody else to the home page (docs/rules.md, 11.2). */
export function RequireRole({ atLeast, children }: { atLeast: Role; children: ReactNode }) {
  const { data: user, error, refetch } = useQuery(userQuery(useApi()))
  if (user !== undefined) return hasRole(user, atLeast) ? children : <Navigate to="/home" replace />
  if (error !== null) return <ErrorPanel error={error} onRetry={refetch} />
  return <LoadingPanel>Loading</LoadingPanel>
}
