/**
 * The time limits of the tests. They only end what would wait forever: on a machine with two cores and eight other busy
 * processes, everything takes up to ten times as long as alone. No test has a shorter one of its own, unless the limit is
 * its subject.
 */

/** For a single wait: an action in the browser, or a poll until something holds. Less than that of any test. */
export const waitLimitMs = 90_000

/** For a test or a hook, by level. A test with rounds adds its time for each of them. */
export const limitsMs = { unit: 120_000, api: 180_000, browser: 300_000 } as const

/** The factor for the product's own limits for a database server, unless they are the subject of a test. */
export const slowMachineFactor = 10
