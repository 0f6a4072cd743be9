/** One page of a long board: which lines stand on it, and which page of how many it is, from 0. */
export type WallPage = {
  readonly page: number
  readonly pages: number
  readonly first: number
  /** One past the last line. */
  readonly end: number
}

/** The page that is shown at step `step` (0, 1, 2 …) of going round: the last one is followed by the first. */
export function toWallPage(size: number, linesPerPage: number, step: number): WallPage {
  const perPage = Math.max(1, linesPerPage)
  const pages = Math.max(1, Math.ceil(size / perPage))
  const page = ((step % pages) + pages) % pages
  const first = page * perPage
  return { page, pages, first, end: Math.min(size, first + perPage) }
}
