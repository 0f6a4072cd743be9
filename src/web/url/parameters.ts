import { useSearchParams } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { historySteps } from './history-steps.ts'

/** A query parameter of the app's addresses. They are in links that people have shared. */
export type Parameter = 'at' | 'entry' | 'find' | 'group' | 'returnUrl' | 'view' | 'what-if'

/** The value of a parameter of the screen that is shown; null without it. The page follows it as a transition. */
export function useParameter(name: Parameter): string | null {
  const [parameters] = useSearchParams()
  return parameters.get(name)
}

/** The value of a parameter now, for event handlers; null without it. */
export function readParameter(name: Parameter, search = location.search): string | null {
  return new URLSearchParams(search).get(name)
}

/** Sets or removes a parameter of this page's address, in its history entry. */
export function setParameter(name: Parameter, value: string | null): void {
  historySteps.change(() => navigate(toAddress(name, value), { replace: true, state: history.state }))
}

/** Opens a sheet that a parameter of this page's address names. Back closes it, and Forward opens it again. */
export function openSheet(name: Parameter, value: string): void {
  historySteps.leave(() => navigate(toAddress(name, value), { state: { isSheet: true } }))
}

function toAddress(name: Parameter, value: string | null): string {
  const url = new URL(location.href)
  if (value === null) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  return url.pathname + url.search
}

/** A board's search query. It is in the address, so that it survives a reload and can be shared. */
export function useSearchQuery(): [string, (query: string) => void] {
  return [useParameter('find') ?? '', setQuery]
}

function setQuery(query: string): void {
  setParameter('find', query || null)
}
