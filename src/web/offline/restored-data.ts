import type { UseQueryResult } from '@tanstack/react-query'

/** When restored data was fetched, as the query cache has it: unknown, so every query refetches it. */
export const restoredAt = 0

/**
 * Whether a query's data was restored from the offline cache and not fetched since. Such data may be drawn, but decides nothing:
 * no redirect, no "not found".
 */
export function isRestored({ data, dataUpdatedAt }: Pick<UseQueryResult, 'data' | 'dataUpdatedAt'>): boolean {
  return data !== undefined && dataUpdatedAt === restoredAt
}
