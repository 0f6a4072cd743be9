/** One page of a long board: `page` of `pages`, from 0, with the lines `first` to `end`. */
export type WallPage = {
  readonly page: number
  readonly pages: number
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

/** The page at a step (0, 1, 2 …); after the last page comes the first. Negative steps go backwards. */
export function toWallPage(size: number, linesPerPage: number, step: number): WallPage {
  const perPage = Math.max(1, linesPerPage)
  const pages = Math.max(1, Math.ceil(size / perPage))
  const page = ((step % pages) + pages) % pages
  const first = page * perPage
  return { page, pages, first, end: Math.min(size, first + perPage) }
}
