import { useAddress } from '#web/ui/use-address.ts'

/** `pool?view=wall`: the board for a TV in the clubhouse, without controls. */
export const wallSearch = '?view=wall'

function isWallView(): boolean {
  return /^\/pool(\/|$)/.test(location.pathname) && new URLSearchParams(location.search).get('view') === 'wall'
}

export function useWallView(): boolean {
  return useAddress(isWallView)
}
