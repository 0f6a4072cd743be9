/** Called for each response. `route` is the pattern that matched, never the URL, so that metric labels have few values. */
export type ObserveRequest = (request: { method: string; route: string; status: number; seconds: number }) => void
