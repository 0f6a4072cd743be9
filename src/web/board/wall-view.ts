import type { Path } from 'react-router'

/** `pool?view=wall`: the board for a TV in the clubhouse, without controls. */
export const wallSearch = '?view=wall'

export function isWallView({ pathname, search }: Pick<Path, 'pathname' | 'search'>): boolean {
  return /^\/pool(\/|$)/.test(pathname) && new URLSearchParams(search).get('view') === 'wall'
}
