import type { ClientRequest, RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { HandOver } from '../outbox/outbox-channel.ts'
import { waitForConnection } from '../outbox/wait-for-connection.ts'
import { WebhookError, type WebhookResponse } from './webhook-error.ts'

/** Opens a request. Only tests replace the one of `node:https`, to reach their own server. */
export type OpenRequest = (url: URL, options: RequestOptions) => ClientRequest

const deadlineMs = 10_000
const maxBodyBytes = 16 * 1024

/**
 * Posts JSON and resolves with the response, whatever its status. Calls `handOver` once connected, right before the
 * body. Follows no redirects, sends no credentials and uses no proxy. Throws `WebhookError`.
 */
export async function postJson(
  url: URL,
  body: unknown,
  { handOver, openRequest = httpsRequest }: { handOver: HandOver; openRequest?: OpenRequest | undefined },
): Promise<WebhookResponse> {
  const content = Buffer.from(JSON.stringify(body))
  const signal = AbortSignal.timeout(deadlineMs)
  const request = openRequest(url, {
    method: 'POST',
    agent: false,
    signal,
    headers: { 'content-type': 'application/json', 'content-length': content.length, 'user-agent': 'player-pool' },
  })
  const received = readResponse(request)
  // Awaited only once connected.
  received.catch(() => {})
  try {
    await Promise.race([waitForConnection(request), received])
    await handOver(() => request.end(content))
    return await received
  } catch (error) {
    if (error instanceof WebhookError) throw error
    const reason = signal.aborted ? 'The service did not respond in time.' : 'The service could not be reached.'
    throw new WebhookError(reason, { kind: 'later' }, error)
  } finally {
    request.destroy()
  }
}

function readResponse(request: ClientRequest): Promise<WebhookResponse> {
  return new Promise((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const finish = () => {
        const text = Buffer.concat(chunks).toString('utf8').slice(0, maxBodyBytes)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      }
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        // The rest of the body is not needed.
        if (size > maxBodyBytes) finish()
      })
      response.on('end', finish)
      response.on('error', reject)
    })
  })
}
