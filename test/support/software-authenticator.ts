import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { FormResponse } from './form-browser.ts'

/** A passkey as its authenticator keeps it. */
export type SoftwarePasskey = { id: string; userHandle: string; privateKey: KeyObject; counter: number }

/** The parts of a response that an attacker, or a browser under their control, may replace. */
export type Forgery = {
  challenge?: string
  origin?: string
  rpId?: string
  type?: string
  isVerified?: boolean
  isPresent?: boolean
  userHandle?: string
  id?: string
  isTampered?: boolean
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const toText = (data: Buffer) => data.toString('base64url')

/** The options in a page of the server, which its script hands to the browser. */
export function readPasskeyOptions({ text }: FormResponse) {
  const [, json = ''] = /data-passkey="([^"]*)"/.exec(text) ?? []
  if (json === '') throw new Error(`This page asks for no passkey:\n${text}`)
  // Written by the server, whose tests compare what they need.
  return JSON.parse(json.replaceAll('&quot;', '"')) as {
    challenge: string
    rpId?: string
    rp?: { id: string }
    user?: { id: string; name: string }
    excludeCredentials?: { id: string }[]
    allowCredentials?: unknown[]
    userVerification?: string
  }
}

/** The client data and the authenticator data of WebAuthn, without attestation. */
function buildData(origin: string, type: string, challenge: string, counter: number, forgery: Forgery) {
  const clientData = Buffer.from(
    JSON.stringify({
      type: forgery.type ?? type,
      challenge: forgery.challenge ?? challenge,
      origin: forgery.origin ?? origin,
      crossOrigin: false,
    }),
  )
  const flags = (forgery.isPresent === false ? 0 : 1) | (forgery.isVerified === false ? 0 : 4)
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags | (type === 'webauthn.create' ? 0x40 : 0), 0)
  rest.writeUInt32BE(counter, 1)
  const rpId = forgery.rpId ?? new URL(origin).hostname
  return { clientData, authData: Buffer.concat([sha256(rpId), rest]) }
}

/** Creates a passkey for the options on this page. Returns it with the response of the browser, as JSON. */
export function createPasskey(
  page: FormResponse,
  forgery: Forgery = {},
): { passkey: SoftwarePasskey; response: string } {
  const { challenge, user } = readPasskeyOptions(page)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = forgery.id === undefined ? randomBytes(16) : Buffer.from(forgery.id, 'base64url')
  const { clientData, authData } = buildData(page.url.origin, 'webauthn.create', challenge, 0, forgery)
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  const full = Buffer.concat([authData, Buffer.alloc(16), length, id, coseKey])
  const attestation = Buffer.concat([
    Buffer.from(`a363666d74646e6f6e656761747453746d74a068617574684461746158${full.length.toString(16)}`, 'hex'),
    full,
  ])
  const response = JSON.stringify({
    id: toText(id),
    rawId: toText(id),
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: toText(clientData), attestationObject: toText(attestation), transports: ['internal'] },
  })
  return { passkey: { id: toText(id), userHandle: user?.id ?? '', privateKey, counter: 0 }, response }
}

/** The browser's response to the options on this page, as JSON. Counts the use. */
export function signWithPasskey(page: FormResponse, passkey: SoftwarePasskey, forgery: Forgery = {}): string {
  passkey.counter += 1
  const { challenge } = readPasskeyOptions(page)
  const { clientData, authData } = buildData(page.url.origin, 'webauthn.get', challenge, passkey.counter, forgery)
  const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), passkey.privateKey)
  if (forgery.isTampered) signature.writeUInt8((signature.at(-1) ?? 0) ^ 1, signature.length - 1)
  return JSON.stringify({
    id: forgery.id ?? passkey.id,
    rawId: forgery.id ?? passkey.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: toText(clientData),
      authenticatorData: toText(authData),
      signature: toText(signature),
      userHandle: forgery.userHandle ?? passkey.userHandle,
    },
  })
}
