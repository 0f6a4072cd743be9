import { type QueryKey, queryOptions, type UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { ApiClient, Schema } from './api-client.ts'

type Options<Body> = Omit<UndefinedInitialDataOptions<Body>, 'queryKey' | 'queryFn'>

/** The query of a resource of the API. */
export function resourceQuery<Body>(
  client: ApiClient,
  queryKey: QueryKey,
  path: string,
  schema: Schema<Body>,
  options: Options<Body>,
) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => client.get(path, schema, { signal }), ...options })
}
