import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

const parameter = 'find'

/** A board's search query. It is in the URL, `?find=`, so that it survives a reload and can be shared. */
export function useSearchQuery(): [string, (query: string) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const setQuery = useCallback(
    (query: string) => {
      const parameters = new URLSearchParams(location.search)
      if (query === '') parameters.delete(parameter)
      else parameters.set(parameter, query)
      navigate({ search: String(parameters) }, { replace: true })
    },
    [navigate],
  )
  return [new URLSearchParams(search).get(parameter) ?? '', setQuery]
}
