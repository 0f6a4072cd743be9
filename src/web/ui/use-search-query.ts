import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

const parameter = 'find'

/** What is looked for on a board. Its home is the address, `?find=`: it outlives a refresh and can be sent to others. */
export function useSearchQuery(): [string, (find: string) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const setQuery = useCallback(
    (find: string) => {
      const query = new URLSearchParams(location.search)
      if (find === '') query.delete(parameter)
      else query.set(parameter, find)
      navigate({ search: String(query) }, { replace: true })
    },
    [navigate],
  )
  return [new URLSearchParams(search).get(parameter) ?? '', setQuery]
}
