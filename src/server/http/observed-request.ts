/** Told of each response. `route` is the pattern that matched, never the address itself: every label has few values. */
export type ObserveRequest = (request: { method: string; route: string; status: number; seconds: number }) => void
