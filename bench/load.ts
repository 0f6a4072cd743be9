import { request } from 'node:http'
import autocannon from 'autocannon'

export type RawResponse = { status: number; headers: Record<string, string>; body: Buffer }

const secondsPerRound = 1

/** Requests per second over 40 connections. */
export async function measureRate(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: 40, duration: secondsPerRound })
  if (result.errors > 0 || result.non2xx !== result['3xx']) throw new Error(`${url} did not respond as expected`)
  return result.requests.average
}

/** One response as sent on the wire. */
export function getRaw(url: string, headers: Record<string, string>): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          body: Buffer.concat(chunks),
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
