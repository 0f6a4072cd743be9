import { useParameter } from '#web/url/parameters.ts'
import { useVisit } from '#web/url/use-address.ts'

/** `pool?view=wall`: the board for a TV in the clubhouse, without controls. */
export const wallSearch = '?view=wall'
/** `pool?view=ceremony`: its final standings, revealed step by step. */
export const ceremonySearch = '?view=ceremony'

/** "wall" or "ceremony" where the pool fills the screen; null elsewhere. */
export function useWallView(): 'wall' | 'ceremony' | null {
  const isPool = useVisit().path.split('/')[1] === 'pool'
  const view = useParameter('view')
  return isPool && (view === 'wall' || view === 'ceremony') ? view : null
}
