import { longRunVariables } from './long-parts.ts'

const seed = process.env[longRunVariables.seed]

// fast-check prints its seed with a failure.
if (seed !== undefined) {
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ seed: Number(seed) })
}
