import manifest from '../../package.json' with { type: 'json' }

/** The version of the running program. */
export const { version } = manifest
