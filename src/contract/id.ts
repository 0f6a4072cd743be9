/** The largest id that fits an integer column in both databases. */
export const maxId = 2_147_483_647

/** The id in a path; undefined if it is none. */
export function parseId(text: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxId ? Number(text) : undefined
}
