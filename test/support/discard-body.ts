/** Leaves the connection to the next request, which an unread body would end. The body of a stream has no end. */
export async function discardBody(response: Response): Promise<void> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
  else await response.arrayBuffer()
}
