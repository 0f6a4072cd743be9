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
  migrations.push({ name: '002-handicaps', steps, ...migration })
  try {
    return await work()
  } finally {
    migrations.pop()
  }
}
