import { expect, it } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrations } from '#server/platform/db/migrations.ts'
import { asFirstRelease } from '#test/support/later-version.ts'
import { describeSchema } from '#test/support/schema-description.ts'
import { createEmptyDatabase, databaseKinds } from '#test/support/test-database.ts'

it.each(databaseKinds())('the tables of the first release never change on $name', async (kind) => {
  const { config, remove } = await createEmptyDatabase(kind)
  const database = openDatabase(config)
  await asFirstRelease(migrations, () => migrate(database))
  await expect(await describeSchema(database)).toMatchFileSnapshot(`001-first-release.${database.kind}.txt`)
  await database.close()
  await remove()
})
