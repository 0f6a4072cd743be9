import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser that has subscribed, base64url. */
export type SubscriptionKeys = { readonly p256dh: string; readonly auth: string }

/** The random parts of each message; only tests pass them. */
type RandomParts = { readonly salt: Buffer; readonly privateKey: Buffer }

const curve = 'prime256v1'
/** Push services accept bodies of 4096 bytes (RFC 8030, 7.2). All of it is one record. */
const recordSize = 4096
const overheadBytes = 103
export const maxPlaintextBytes = recordSize - overheadBytes
/** Ends the last record (RFC 8188, 2). */
const lastRecord = Buffer.of(2)

/** Encrypts a message for one browser (RFC 8291, RFC 8188): the body of a request with `Content-Encoding: aes128gcm`. */
export function encryptPush(plaintext: Buffer, keys: SubscriptionKeys, random?: RandomParts): Buffer<ArrayBuffer> {
  if (plaintext.length > maxPlaintextBytes) throw new RangeError(`A push has at most ${maxPlaintextBytes} bytes.`)
  const browserKey = Buffer.from(keys.p256dh, 'base64url')
  const sender = createECDH(curve)
  if (random) sender.setPrivateKey(random.privateKey)
  else sender.generateKeys()
  const ownKey = sender.getPublicKey()
  const salt = random?.salt ?? randomBytes(16)
  const shared = sender.computeSecret(browserKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey])
  const input = derive(shared, Buffer.from(keys.auth, 'base64url'), info, 32)
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  const header = [salt, size, Buffer.of(ownKey.length), ownKey]
  const record = [cipher.update(plaintext), cipher.update(lastRecord), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([...header, ...record])
}

/** Whether the keys are valid: a point on the curve, and 16 bytes. */
export function areSubscriptionKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    const probe = createECDH(curve)
    probe.generateKeys()
    probe.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

function derive(input: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, length))
}
