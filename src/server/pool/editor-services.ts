import type { Outbox } from '#server/delivery/outbox/outbox.ts'
import type { Clock } from '#server/platform/db/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { EventBus } from '#server/platform/db/event-bus.ts'

/** The services with which routes change the pool’s state and make the change known. */
export type EditorServices = {
  db: Database['db']
  clock: Pick<Clock, 'authoritativeNow'>
  eventBus: Pick<EventBus, 'publish'>
  outbox: Pick<Outbox, 'wake'>
}
