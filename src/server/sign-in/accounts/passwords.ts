import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { createWorkQueue } from '#server/platform/http/work-queue.ts'
import type { Pepper } from './pepper.ts'

export type Passwords = ReturnType<typeof createPasswords>

export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

const productCost: PasswordCost = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 }
const outputLen = 32
const maxPasswordBytes = 1024
const maxQueueLength = 50

/** Hashes passwords with argon2id, as PHC strings prefixed with the id of their pepper (`1a2b3c4d$argon2id$…`). */
export function createPasswords({
  pepper,
  concurrency = availableParallelism(),
  cost = productCost,
}: {
  pepper: Pepper | null
  concurrency?: number
  /** Lower in tests, where hashing would take longer than everything else. Never a setting. */
  cost?: PasswordCost | undefined
}) {
  // A hash takes one core and 46 MiB for about 15 ms.
  const queue = createWorkQueue(concurrency, maxQueueLength)
  const currentSecret = pepper ? { secret: pepper.secret } : {}
  const dummyHash = createDummyHash(cost)

  /** Undefined if the hash was made with another pepper. */
  function findSecret(pepperId: string): { secret?: Buffer } | undefined {
    if (pepperId === '') return {}
    return pepperId === pepper?.id ? currentSecret : undefined
  }

  return {
    async hash(password: string): Promise<string> {
      const phc = await queue(() => hash(toBytes(password), { ...cost, outputLen, ...currentSecret }))
      return `${pepper?.id ?? ''}${phc}`
    },
    /**
     * Compares the password with the stored hash. Without a stored hash, it fails in the same time. `needsRehash`: the
     * password matches, but parameters or pepper have changed.
     */
    async check(stored: string | undefined, password: string): Promise<{ matches: boolean; needsRehash: boolean }> {
      const bytes = toBytes(password)
      const [pepperId, phc] = splitStored(stored)
      const secret = findSecret(pepperId)
      const canMatch = phc !== undefined && secret !== undefined && bytes.length <= maxPasswordBytes
      const matches = await queue(() =>
        canMatch ? verify(phc, bytes, secret) : verify(dummyHash, bytes.subarray(0, maxPasswordBytes), currentSecret),
      )
      if (!canMatch || !matches) return { matches: false, needsRehash: false }
      return { matches: true, needsRehash: pepperId !== (pepper?.id ?? '') || isOutdated(phc, cost) }
    },
  }
}

/** A hash of no known password, for unknown accounts. Checking it costs as much as checking a real one. */
function createDummyHash({ memoryCost, timeCost, parallelism }: PasswordCost): string {
  const [salt, output] = [16, outputLen].map((length) => randomBytes(length).toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${output}`
}

function splitStored(stored: string | undefined): [pepperId: string, phc: string | undefined] {
  const phcStart = stored?.indexOf('$') ?? -1
  return stored === undefined || phcStart < 0 ? ['', undefined] : [stored.slice(0, phcStart), stored.slice(phcStart)]
}

function isOutdated(phc: string, cost: PasswordCost): boolean {
  const used = parseOptions(phc)
  return used.memoryCost !== cost.memoryCost || used.timeCost !== cost.timeCost || used.parallelism !== cost.parallelism
}

/** Normalises, so that the same characters give the same bytes on every keyboard. */
function toBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'))
}

export function isTooLong(password: string): boolean {
  return toBytes(password).length > maxPasswordBytes
}
