import { useAddress } from '#web/url/use-address.ts'

/** `pool?view=wall`: the board for a TV in the clubhouse, without controls. */
export const wallSearch = '?view=wall'
/** `pool?view=ceremony`: its final standings, revealed step by step. */
export const ceremonySearch = '?view=ceremony'

function readWallView(): string | null {
  return /^\/pool(?:\/.*)?\?(?:.*&)?view=(wall|ceremony)(?:&|$)/.exec(location.pathname + location.search)?.[1] ?? null
}

/** "wall" or "ceremony" where the pool fills the screen; null elsewhere. */
export function useWallView(): string | null {
  return useAddress(readWallView)
}
