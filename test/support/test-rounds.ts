const required = Number(process.env['TEST_ROUNDS'] ?? 0)

/** Whether TEST_ROUNDS asks for more than the few rounds of `npm test`. */
export const hasMoreRounds = required > 0

/** The rounds of a random, race, crash or fault test: `few` in `npm test`, and TEST_ROUNDS if that is more. */
export function testRounds(few: number): number {
  return Math.max(few, required)
}
