import { expect, it } from 'vitest'
import { describeSchema } from '#test/support/schema-description.ts'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'

it.each(databaseKinds())('the tables of the first release never change on $name', async (kind) => {
  const { database, remove } = await openTestDatabase(kind)
  await expect(await describeSchema(database)).toMatchFileSnapshot(`001-first-release.${database.kind}.txt`)
  await remove()
})
