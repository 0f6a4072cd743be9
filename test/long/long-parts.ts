/**
 * Tests that run a number of rounds. `npm test` runs the few that show the test works; `npm run test:long` runs
 * enough of them to find rare faults, and prints figures.
 */
export type LongPart = {
  name: string
  /** What must hold in every round. */
  goal: string
  /** What one round is. */
  unit: string
  rounds: { short: number; long: number }
  project: 'unit' | 'api' | 'browser'
  /** The test file or the folder of test files, which read their rounds from `longRun(name)`. */
  file: string
}

export const longParts = [
  {
    name: 'crash',
    goal: 'no acknowledged save is lost, and none is partial',
    unit: 'kill -9',
    rounds: { short: 1, long: 200 },
    project: 'api',
    file: 'test/faults/crash-durability.test.ts',
  },
  {
    name: 'crash-postgres',
    goal: 'the same when PostgreSQL is killed with all its sessions, every other time together with the process',
    unit: 'kill -9',
    rounds: { short: 2, long: 50 },
    project: 'api',
    file: 'test/faults/crash-durability.test.ts',
  },
  {
    name: 'outbox-restarts',
    goal: 'no mail is repeated, or lost without being named, when the process is stopped or killed while it sends',
    unit: 'restart, every other time by kill -9',
    rounds: { short: 2, long: 200 },
    project: 'api',
    file: 'test/faults/outbox-restarts.test.ts',
  },
  {
    name: 'post-restarts',
    goal: 'no post is repeated, or lost without being named, when the process is stopped or killed while it sends',
    unit: 'restart, every other time by kill -9',
    rounds: { short: 2, long: 200 },
    project: 'api',
    file: 'test/faults/post-restarts.test.ts',
  },
  {
    name: 'push-restarts',
    goal: 'no notification on a device is lost, and none is shown twice, when the process is stopped or killed while it sends',
    unit: 'restart, every other time by kill -9',
    rounds: { short: 2, long: 200 },
    project: 'api',
    file: 'test/faults/push-restarts.test.ts',
  },
  {
    name: 'processes',
    goal: 'two processes behind nginx: no request fails, and scores move again within 20 seconds',
    unit: 'time, for each fault',
    rounds: { short: 1, long: 5 },
    project: 'api',
    file: 'test/faults/proxied-processes.test.ts',
  },
  {
    name: 'release',
    goal: 'a release is upgraded and rolled back, on SQLite and PostgreSQL, with the same data',
    unit: 'upgrade and roll-back, on each database',
    rounds: { short: 1, long: 1 },
    project: 'api',
    file: 'test/faults/release-upgrade.test.ts',
  },
  {
    name: 'listeners',
    goal: 'after a restart all listeners are back and fetch the next version at once, and the server stays ready',
    unit: 'listener',
    rounds: { short: 60, long: 10_000 },
    project: 'api',
    file: 'test/faults/reconnecting-listeners.test.ts',
  },
  {
    name: 'merges',
    goal: 'merges of users lose nothing or change nothing',
    unit: 'world',
    rounds: { short: 30, long: 10_000 },
    project: 'unit',
    file: 'src/server/admin/user-merger-properties.test.ts',
  },
  {
    name: 'merge-races',
    goal: 'concurrent merges, saves and sign-ins leave no orphans',
    unit: 'race',
    rounds: { short: 2, long: 200 },
    project: 'api',
    file: 'test/api/user-merging-races.test.ts',
  },
  {
    name: 'entry-races',
    goal: 'concurrent saves of an entry are serialised, and none is late',
    unit: 'race',
    rounds: { short: 1, long: 50 },
    project: 'api',
    file: 'test/api/entry-races.test.ts',
  },
  {
    name: 'tournament-races',
    goal: 'concurrent saves and entries never leave two active tournaments or a moved pick',
    unit: 'race',
    rounds: { short: 1, long: 50 },
    project: 'api',
    file: 'test/api/tournaments.test.ts',
  },
  {
    name: 'fuzz',
    goal: 'random ids are refused by every route',
    unit: 'random id',
    rounds: { short: 2, long: 1000 },
    project: 'api',
    file: 'test/api/malformed-requests.test.ts',
  },
  {
    name: 'fuzzed-requests',
    goal: 'no request made from the API description is answered with a fault or breaks its schema',
    unit: 'request',
    rounds: { short: 200, long: 100_000 },
    project: 'api',
    file: 'test/api/fuzzed-requests.test.ts',
  },
  {
    name: 'return-urls',
    goal: 'a return address never leaves the origin',
    unit: 'generated address',
    rounds: { short: 500, long: 1_000_000 },
    project: 'unit',
    file: 'src/web/screens/authentication/return-url.test.ts',
  },
  {
    name: 'foreign-sites',
    goal: 'requests from another site change nothing',
    unit: 'way to send a request, for each route',
    rounds: { short: 2, long: 11 },
    project: 'browser',
    file: 'test/e2e/cross-site-requests.test.ts',
  },
  {
    name: 'accessibility',
    goal: 'axe finds nothing on any screen, on a phone and on a desktop, in both themes',
    unit: 'pair of width and theme, for each screen',
    rounds: { short: 2, long: 4 },
    project: 'browser',
    // Axe runs in the visits of most files.
    file: 'test/e2e/',
  },
  {
    name: 'secrecy',
    goal: 'before the start nothing that anybody sees depends on the picks of others',
    unit: 'pair of databases',
    rounds: { short: 1, long: 25 },
    project: 'api',
    file: 'test/api/secrecy.test.ts',
  },
  {
    name: 'feed-faults',
    goal: 'after any sequence of feed faults the scores are fresh again, and no version has two bodies',
    unit: 'fault',
    rounds: { short: 6, long: 1000 },
    project: 'api',
    file: 'test/faults/feed-faults.test.ts',
  },
  {
    name: 'feed-outages',
    goal: 'during any fault of the feed all viewers see the last good board and its age, and the feed has its interval',
    unit: 'fault',
    rounds: { short: 2, long: 105 },
    project: 'api',
    file: 'test/faults/feed-outages.test.ts',
  },
  {
    name: 'feed-bodies',
    goal: 'a body that lacks some of its parts three times in a row loses neither strokes nor golfers',
    unit: 'body without random parts',
    rounds: { short: 40, long: 20_000 },
    project: 'unit',
    file: 'src/server/feed/retained-scores.test.ts',
  },
  {
    name: 'rooting',
    goal: 'what a stroke of each golfer changes equals a whole simulation with that stroke, and the same random numbers',
    unit: 'random pool',
    rounds: { short: 12, long: 1000 },
    project: 'unit',
    file: 'src/domain/forecast/rooting.test.ts',
  },
] as const satisfies readonly LongPart[]

export type LongPartName = (typeof longParts)[number]['name']

/** How `test/long/main.ts` tells a test what to run. */
export const longRunVariables = {
  part: 'LONG_PART',
  rounds: 'LONG_ROUNDS',
  figures: 'LONG_FIGURES',
  seed: 'TEST_SEED',
} as const

export function requirePart(name: string): LongPart {
  const part = longParts.find((each) => each.name === name)
  if (!part) throw new Error(`There is no part ${name}: ${longParts.map((each) => each.name).join(', ')}`)
  return part
}
