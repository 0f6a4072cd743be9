import type { Generated } from 'kysely'
import type { BooleanInt, GeneratedId, Immutable } from './columns.ts'

/** Pool events, their subscribers, and the messages. */
export type MessageTables = {
  /** Emails, posts and pushes to send, and requests to handle. The unique `request_key` makes requests idempotent. */
  outbox: {
    id: GeneratedId
    channel: Immutable<ChannelName>
    request_key: Immutable<string>
    recipient: Immutable<string>
    /** JSON. Emptied once it is sent or cancelled, because it can contain a link that signs in. */
    message: string
    attempts: Generated<number>
    /** Null once it is sent or cancelled. While it is being sent: when the lease ends. */
    next_attempt_at: string | null
    /** The token of the process that is sending it. */
    claimed_by: Generated<string | null>
    /** Not sent before this time. Null: as soon as possible. */
    not_before: Generated<string | null>
    /** When a message that failed is tried again, unless a newer one makes it due earlier. Null after a pause asked for. */
    retry_at: Generated<string | null>
    sent_at: Generated<string | null>
    last_error: Generated<string | null>
    /** A newer message with the same tag replaces it. Null: nothing replaces it. */
    tag: Generated<string | null>
    /** 1: sent before all others. */
    priority: Generated<BooleanInt>
    /** 1: the row is removed once it is sent or cancelled. */
    is_deleted_when_done: Generated<BooleanInt>
    /** Not sent after this time. Null: always useful. */
    expires_at: Generated<string | null>
    created_at: Immutable<string>
  }

  /** Events of a tournament (docs/rules.md, 9.5). The key makes each event unique. */
  pool_events: {
    tournament_id: Immutable<number>
    event_key: Immutable<string>
    /** 0: it was detected too late to be announced. */
    is_announced: Immutable<BooleanInt>
    at: Immutable<string>
  }

  /** The state derived from the last feed responses, as JSON (`WatchState`). */
  pool_event_watches: {
    tournament_id: Immutable<number>
    state: string
  }

  /** Chats that get posts about pool events. */
  webhooks: {
    id: GeneratedId
    service: Immutable<'slack' | 'discord' | 'teams'>
    /** SHA-256 of the URL, so that no chat is added twice. */
    digest: Immutable<string>
    /** The URL, encrypted (docs/security.md, 22.2). */
    sealed_url: string
    host: Immutable<string>
    /** The last four characters of the URL. */
    ending: Immutable<string>
    /** JSON: the enabled kinds of posts. */
    kinds: string
    created_at: Immutable<string>
    last_sent_at: Generated<string | null>
    /** The first failure since the last post that was accepted. */
    failing_since: Generated<string | null>
    last_error: Generated<string | null>
    /** When the service said that the webhook no longer exists. */
    dead_since: Generated<string | null>
  }

  /** A browser that shows a user's notifications (RFC 8030). A changed subscription is a new row. */
  push_subscriptions: {
    id: GeneratedId
    user_id: number
    /** The URL at the browser's push service, which only the push service, the browser and we know. */
    endpoint: Immutable<string>
    /** The browser's public key, base64url. */
    p256dh: Immutable<string>
    /** The browser's authentication secret, base64url. */
    auth: Immutable<string>
    /** A name for the list of devices. */
    device: Immutable<string>
    /** The TV delay of this device: its notifications wait for as many seconds as its scores. */
    delay_s: Generated<number>
    created_at: Immutable<string>
  }

  /** A user's notification settings (docs/rules.md, 9.7). */
  notice_settings: {
    user_id: Immutable<number>
    /** JSON: `NotificationPreferences`. */
    choices: string
    quiet_from: string | null
    quiet_to: string | null
    time_zone: string
  }
}

/** Channels for messages, and requests about accounts, which become emails. */
export type ChannelName = 'mail' | 'webhook' | 'push' | 'account-request'
