/** Packages with native code: they stay in node_modules, while everything else is bundled. */
export const nativePackages = ['better-sqlite3', '@node-rs/argon2']
