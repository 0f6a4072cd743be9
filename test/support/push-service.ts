import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { importJWK, jwtVerify } from 'jose'
import { createChangeWaiter } from './change-waiter.ts'
import { redirectRequests } from './outgoing-requests.ts'

export type ReceivedPush = {
  id: string
  /** The decrypted notification. */
  notification: { id: string; title: string; body: string; path: string; tag: string }
  ttl: number
  urgency: string
  topic: string
}

export type TestSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** A response of the push service to the next requests to a subscription. */
export type PushResponse = { status: number; headers?: Record<string, string> }

type Browser = { ecdh: ReturnType<typeof createECDH>; auth: Buffer; serverKey: string; answers: PushResponse[] }

/**
 * A push service with its browsers, over HTTP. It refuses requests whose VAPID token or encryption is wrong, as the real ones
 * do.
 */
export async function startPushService(now = () => new Date()) {
  const browsers = new Map<string, Browser>()
  const received: ReceivedPush[] = []
  const refusals: string[] = []
  const changes = createChangeWaiter()

  async function answer(request: IncomingMessage): Promise<PushResponse> {
    const body = await readBody(request)
    const id = new URL(request.url ?? '/', origin).pathname.replace('/push/', '')
    const browser = browsers.get(id)
    if (!browser) return { status: 410 }
    const scripted = browser.answers.shift()
    if (scripted) return scripted
    await checkVapid(request, { origin, serverKey: browser.serverKey, now: now() })
    if (request.headers['content-encoding'] !== 'aes128gcm') throw new Refusal(415, 'not aes128gcm')
    const text = decrypt(body, browser)
    const { ttl, urgency, topic } = request.headers
    if (!/^\d+$/.test(String(ttl))) throw new Refusal(400, 'no TTL')
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic))) throw new Refusal(400, 'not a topic')
    received.push({
      id,
      notification: JSON.parse(text),
      ttl: Number(ttl),
      urgency: String(urgency),
      topic: String(topic),
    })
    changes.notify()
    return { status: 201 }
  }

  const server = createServer(async (request, response) => {
    const result = await answer(request).catch((error: unknown): PushResponse => {
      refusals.push(String(error))
      return { status: error instanceof Refusal ? error.status : 400 }
    })
    response.writeHead(result.status, result.headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The push service has no port.')
  const host = `test-${address.port}.notify.windows.com`
  const origin = `https://${host}`
  const endRedirect = redirectRequests([host], address.port)

  return {
    received,
    /** Why it refused requests. */
    refusals,
    /** A new browser that has subscribed to this server key. */
    subscribe(serverKey: string): TestSubscription {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const id = randomUUID()
      const auth = randomBytes(16)
      browsers.set(id, { ecdh, auth, serverKey, answers: [] })
      return {
        endpoint: `${origin}/push/${id}`,
        keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
      }
    },
    /** The next requests to this subscription get these answers. */
    answerWith({ endpoint }: TestSubscription, ...answers: PushResponse[]): void {
      browsers.get(new URL(endpoint).pathname.replace('/push/', ''))?.answers.push(...answers)
    },
    /** Waits until there are so many pushes. */
    async receive(count: number): Promise<void> {
      await changes.waitFor(() => received.length >= count || undefined)
    },
    close() {
      endRedirect()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts)
  if (body.length > 4096) throw new Refusal(413, 'too large')
  return body
}

/** RFC 8292: the signature with the key that the browser has subscribed to, our origin, the time and a contact. */
async function checkVapid(
  { headers }: IncomingMessage,
  { origin, serverKey, now }: { origin: string; serverKey: string; now: Date },
): Promise<void> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== serverKey) throw new Refusal(403, 'another key than the one subscribed to')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65 || point[0] !== 4) throw new Refusal(403, 'not an uncompressed point')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
  const rules = { audience: origin, algorithms: ['ES256'], currentDate: now }
  const { payload } = await jwtVerify(token, jwk, rules).catch((error: unknown) => {
    throw new Refusal(403, String(error))
  })
  const lifetime = (payload.exp ?? Number.POSITIVE_INFINITY) - now.getTime() / 1000
  if (lifetime > 24 * 60 * 60) throw new Refusal(403, 'a token of more than a day')
  if (!/^(mailto:.+@.+|https:\/\/.+)$/.test(payload.sub ?? '')) throw new Refusal(403, 'no contact')
}

/** RFC 8291 and 8188, from the side of the browser. */
function decrypt(body: Buffer, { ecdh, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > recordSize) throw new Refusal(400, 'more than one record')
  const shared = ecdh.computeSecret(senderKey)
  const expand = (key: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length))
  const input = expand(
    shared,
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]),
    32,
  )
  const key = expand(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = expand(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Refusal(400, 'no end of the last record')
  return padded.subarray(0, end).toString('utf8')
}
