/**
 * All refusals by code, sent as RFC 9457 problem details (`application/problem+json`). The `type`,
 * `urn:player-pool:problem:{code}`, is stable; titles are for people and may change.
 */
export const problems = {
  'bad-request': [400, 'The request could not be understood.'],
  'validation-failed': [400, 'Some fields are not valid.'],
  unauthenticated: [401, 'Sign in to continue.'],
  'token-refused': [401, 'This server does not accept the tokens of the sign-in provider.'],
  forbidden: [403, 'You are not allowed to do this.'],
  'confirmation-needed': [403, 'Confirm with your password or passkey first.'],
  antiforgery: [403, 'The request could not be verified as coming from this application.'],
  'cross-site': [403, 'Requests from other sites are refused.'],
  'not-found': [404, 'Not found.'],
  'method-not-allowed': [405, 'This method is not allowed here.'],
  'request-timeout': [408, 'The request took too long to arrive.'],
  'entry-exists': [409, 'You already have an entry in this tournament.'],
  'entry-removed': [409, 'An organiser has removed your entry.'],
  'entry-withdrawn': [409, 'The entry was withdrawn and cannot be taken back.'],
  'own-entry': [409, 'From the start on, nobody removes or restores their own entry.'],
  'entries-closed': [409, 'Entries are closed: the tournament has started.'],
  'entry-sealed': [409, 'You entered on another device; your picks are saved.'],
  'entry-changed': [409, 'The entry has been saved elsewhere since it was opened.'],
  'event-announced': [409, 'Another event is announced.'],
  'tournament-active': [409, 'Another tournament is active.'],
  'tournament-changed': [409, 'The tournament has been changed since it was opened.'],
  'tournament-started': [409, 'The tournament has started: its start, questions and tiers are fixed.'],
  'tournament-invalid': [409, 'Invalid tournament'],
  'tournament-ended': [409, 'The tournament has ended.'],
  'tournament-imported': [409, 'The tournament was imported: it has places only.'],
  'not-cancelled': [409, 'Only a cancelled tournament can be deleted.'],
  'no-mail-server': [409, 'No mail server is set up, so no email can be sent.'],
  'not-correctable': [409, 'The result of this tournament cannot be corrected.'],
  'import-used': [409, 'The import is used, so it can no longer be undone.'],
  'no-tie': [409, 'Nobody shares the first place.'],
  'no-results': [409, 'The tournament has no final places.'],
  'not-started': [409, 'The tournament has not started: picks are hidden until then.'],
  'players-locked': [409, 'Golfers who may have been picked cannot be moved or removed.'],
  'scores-changed': [409, 'Someone else has published scores since these were opened.'],
  'correction-changed': [409, 'The correction has been changed since it was opened.'],
  'season-changed': [409, 'The season has been changed since it was opened.'],
  'users-conflict': [409, 'The users cannot be merged.'],
  'group-full': [409, 'This group is full: it has 500 people.'],
  'too-many-groups': [409, 'You are in 20 groups. Leave one first.'],
  'link-ended': [409, 'This link no longer works. Ask for another one.'],
  'email-confirmed': [409, 'The address has been confirmed meanwhile: they can sign in.'],
  'email-unconfirmed': [409, 'Confirm your email address first.'],
  'not-eligible': [409, 'They cannot become an admin.'],
  'confirmation-impossible': [409, 'Add a password or passkey to your account first.'],
  'user-protected': [409, 'This is an admin or a power user. The role must be taken away first.'],
  'payload-too-large': [413, 'The request body is too large.'],
  'unsupported-media-type': [415, 'The request body must be JSON.'],
  'too-many-requests': [429, 'Too many requests. Try again in a while.'],
  'headers-too-large': [431, 'The request headers are too large.'],
  'internal-error': [500, 'Something went wrong on the server.'],
  'feed-unavailable': [502, 'The source of scores did not respond.'],
  'event-not-supported': [422, 'This kind of event cannot be played as a pool.'],
  unavailable: [503, 'The server cannot respond right now. Try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type ProblemCode = keyof typeof problems

const typePrefix = 'urn:player-pool:problem:'

/** The `type` of a problem with this code. */
export function problemType(code: ProblemCode): string {
  return `${typePrefix}${code}`
}

/** The code in a problem's `type`; "internal-error" if it is no type of ours. Browsers use it without the table above. */
export function problemCode(type: string): ProblemCode {
  return type.startsWith(typePrefix) ? (type.slice(typePrefix.length) as ProblemCode) : 'internal-error'
}
