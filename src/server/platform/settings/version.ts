import manifest from '../../../../package.json' with { type: 'json' }

/** The version of the running program. */
export const { version } = manifest

/** The address at which the program is published; null if the manifest has none. */
export const homepage = 'homepage' in manifest ? String(manifest.homepage) : null
