import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds, openTestDatabase } from '#test/support/test-database.ts'
import { addFeedImages, hasFeedImage } from './feed-image-store.ts'

describe.each(databaseKinds())('pictures that the feed has named, over $name', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>

  beforeEach(async () => {
    opened = await openTestDatabase(kind)
  })
  afterEach(() => opened.remove())

  test('are found by their exact path, however many there are and however often they are named', async () => {
    const { db } = opened.database
    const paths = Array.from({ length: 450 }, (_, index) => `/i/headshots/${index}.png?w=350`)
    await addFeedImages(db, paths, new Date('2026-04-09T11:00:00Z'))
    await addFeedImages(db, [...paths.slice(400), '/i/flags/usa.png'], new Date('2026-04-10T11:00:00Z'))
    for (const path of ['/i/headshots/0.png?w=350', '/i/headshots/449.png?w=350', '/i/flags/usa.png'])
      expect(await hasFeedImage(db, path)).toBe(true)
    for (const path of ['/i/headshots/0.png', '/i/flags/USA.png', '/i/flags/usa.png%00', ''])
      expect(await hasFeedImage(db, path)).toBe(false)
  })
})
