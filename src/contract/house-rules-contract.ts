import * as z from 'zod/mini'
import { idParameter } from './values.ts'

/** The house rules as a small tree, so that browsers render text and never HTML. */

/** A piece of a line. `href` is http, https or mailto. */
const inlinePart = z.object({
  text: z.string(),
  style: z.optional(z.enum(['strong', 'em', 'code'])),
  href: z.optional(z.string()),
})

const line = z.array(inlinePart)

/** `depth` is 0, or how deep the item's list is nested. */
const rulesListItem = z.object({ depth: z.number(), content: line })

export const rulesBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('heading'), level: z.union([z.literal(2), z.literal(3)]), content: line }),
  z.object({ type: z.literal('paragraph'), content: line }),
  z.object({ type: z.literal('quote'), content: line }),
  z.object({ type: z.literal('list'), ordered: z.boolean(), items: z.array(rulesListItem) }),
  z.object({
    type: z.literal('table'),
    head: z.array(line),
    rows: z.array(z.array(line)),
  }),
  z.object({ type: z.literal('divider') }),
])

/** The query of `GET /api/houseRules`: without an id, the current tournament. */
export const houseRulesQuery = z.object({ tournamentId: z.optional(idParameter) })

export const houseRules = z.object({ blocks: z.array(rulesBlock) })

export type InlinePart = z.infer<typeof inlinePart>
export type RulesListItem = z.infer<typeof rulesListItem>
export type RulesBlock = z.infer<typeof rulesBlock>
export type HouseRules = z.infer<typeof houseRules>
