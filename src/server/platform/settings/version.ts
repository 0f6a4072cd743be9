import manifest from '../../../../package.json' with { type: 'json' }

/** The version of the running program. */
export const { version } = manifest

/** Where the program is published; null if the manifest does not say. */
export const homepage = 'homepage' in manifest ? String(manifest.homepage) : null
