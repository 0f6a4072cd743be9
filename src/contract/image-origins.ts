/** Where pictures of golfers and flags may come from: the feed's own image host. Everything else is a placeholder. */
export const feedImageOrigins: readonly string[] = ['https://a.espncdn.com']
