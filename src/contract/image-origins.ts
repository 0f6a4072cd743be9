/** The only origins of pictures of golfers and flags; anything else becomes a placeholder (docs/security.md, 8.3). */
export const feedImageOrigins: readonly string[] = ['https://a.espncdn.com']
