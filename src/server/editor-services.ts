import type { Clock } from './db/clock.ts'
import type { Database } from './db/database.ts'
import type { EventBus } from './db/event-bus.ts'
import type { Outbox } from './outbox/outbox.ts'

/** What it takes to change the pool’s state and to make the change known. */
export type EditorServices = {
  db: Database['db']
  clock: Pick<Clock, 'authoritativeNow'>
  eventBus: Pick<EventBus, 'publish'>
  outbox: Pick<Outbox, 'wake'>
}
