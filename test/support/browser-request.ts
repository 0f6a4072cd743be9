import { request } from 'node:http'

/**
 * A GET with exactly these headers, as a browser sends it. Node's `fetch` overwrites `Sec-Fetch-Mode`.
 */
export function requestAsBrowser(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    outgoing.on('error', reject).end()
  })
}
