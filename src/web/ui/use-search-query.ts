import { navigate } from 'wouter/use-browser-location'
import { useAddress } from './use-address.ts'
import { withParameter } from './with-parameter.ts'

const parameter = 'find'

/** A board's search query. It is in the URL, `?find=`, so that it survives a reload and can be shared. */
export function useSearchQuery(): [string, (query: string) => void] {
  return [useAddress(readQuery), setQuery]
}

function readQuery(): string {
  return new URLSearchParams(location.search).get(parameter) ?? ''
}

function setQuery(query: string): void {
  navigate(withParameter(parameter, query || null), { replace: true })
}
