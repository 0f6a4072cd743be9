import { request } from 'node:http'

/**
 * A GET with exactly these headers, as a browser sends it: `fetch` of Node puts its own `Sec-Fetch-Mode` in the place
 * of the one that is given.
 */
export function callAsBrowser(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    asked.on('error', reject).end()
  })
}
