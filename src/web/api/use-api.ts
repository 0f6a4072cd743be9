import { createContext, useContext } from 'react'
import type { ApiClient } from './api-client.ts'

export const ApiContext = createContext<ApiClient | undefined>(undefined)

export function useApi(): ApiClient {
  const client = useContext(ApiContext)
  if (client === undefined) throw new Error('useApi must be used inside ApiContext.')
  return client
}
