import type { Migration } from '#server/platform/db/migrations.ts'

/**
 * Runs `work` as a later version of the program, with one more migration. `migrations` are those of the sources or of the
 * build, whichever the test runs.
 */
export async function asLaterVersion<T>(
  migrations: Migration[],
  work: () => Promise<T>,
  migration: Partial<Migration> = {},
): Promise<T> {
  const steps = () => ['alter table users add column handicap integer']
  migrations.push({ name: '900-handicaps', steps, ...migration })
  try {
    return await work()
  } finally {
    migrations.pop()
  }
}

/** Runs `work` as the version of the first release, without the migrations that came later. */
export async function asFirstRelease<T>(migrations: Migration[], work: () => Promise<T>): Promise<T> {
  const later = migrations.splice(1)
  try {
    return await work()
  } finally {
    migrations.push(...later)
  }
}
