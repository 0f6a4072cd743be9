import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, hashSync, parseOptions, verify } from '@node-rs/argon2'
import { Problem } from '#server/http/problem.ts'
import type { Pepper } from './pepper.ts'

/** Hashing of passwords: argon2id, as PHC texts with the id of their pepper in front (`1a2b3c4d$argon2id$…`). */
export type Passwords = {
  hash(password: string): Promise<string>
  /**
   * Does the password fit the stored hash? Without a stored hash the answer is no, and costs the same time.
   * `needsRehash`: it fits, and should be hashed anew because the parameters or the pepper have changed.
   */
  check(stored: string | undefined, password: string): Promise<{ matches: boolean; needsRehash: boolean }>
}

const parameters = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1, outputLen: 32 }
const maxPasswordBytes = 1024
const maxQueueLength = 50

export function createPasswords({
  pepper,
  concurrency = availableParallelism(),
}: {
  pepper: Pepper | null
  concurrency?: number
}): Passwords {
  const queue = createQueue(concurrency)
  const secret = pepper ? { secret: pepper.secret } : {}
  // What is checked when there is nothing to check: nobody knows its password, and it costs as much as a real one.
  const dummyHash = hashSync(randomBytes(32), { ...parameters, ...secret })

  function secretFor(pepperId: string): { secret?: Buffer } | undefined {
    if (pepperId === '') return {}
    return pepperId === pepper?.id ? secret : undefined
  }

  return {
    async hash(password) {
      const phc = await queue(() => hash(toBytes(password), { ...parameters, ...secret }))
      return `${pepper?.id ?? ''}${phc}`
    },
    async check(stored, password) {
      const bytes = toBytes(password)
      const [pepperId, phc] = splitStored(stored)
      const its = secretFor(pepperId)
      const possible = phc !== undefined && its !== undefined && bytes.length <= maxPasswordBytes
      const matches = await queue(() =>
        possible ? verify(phc, bytes, its) : verify(dummyHash, bytes.subarray(0, maxPasswordBytes), secret),
      )
      if (!possible || !matches) return { matches: false, needsRehash: false }
      return { matches: true, needsRehash: pepperId !== (pepper?.id ?? '') || isOutdated(phc) }
    },
  }
}

function splitStored(stored: string | undefined): [pepperId: string, phc: string | undefined] {
  const at = stored?.indexOf('$') ?? -1
  return stored === undefined || at < 0 ? ['', undefined] : [stored.slice(0, at), stored.slice(at)]
}

function isOutdated(phc: string): boolean {
  const made = parseOptions(phc)
  return (
    made.memoryCost !== parameters.memoryCost ||
    made.timeCost !== parameters.timeCost ||
    made.parallelism !== parameters.parallelism
  )
}

/** The same characters give the same bytes, however the keyboard composes them. */
function toBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'))
}

/**
 * Hashing takes a core and 46 MiB for some 15 ms. So many at once as there are cores; a few more wait; a flood is
 * told to come back rather than to slow down everything else.
 */
function createQueue(concurrency: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= maxQueueLength) throw new Problem('unavailable', { retryAfterSeconds: 2 })
      // Whoever finishes hands over its place, so that nobody slips in between.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

export function isTooLong(password: string): boolean {
  return toBytes(password).length > maxPasswordBytes
}
