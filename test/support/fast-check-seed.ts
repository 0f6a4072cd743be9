import fc from 'fast-check'

const seed = process.env['TEST_SEED']

// fast-check prints its seed with a failure.
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) })
