import * as z from 'zod/mini'
import type { FieldError } from '#domain/field-error.ts'

export const fieldError = z.object({ field: z.string(), message: z.string() }) satisfies z.ZodMiniType<FieldError>

/** The body of every refusal. `detail` is for people and more specific than the title. */
export const problemDetails = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  /** The errors by field: with `validation-failed`, `tournament-invalid`, `tournament-started` and `players-locked`. */
  fields: z.optional(z.array(fieldError)),
})

export type ProblemDetails = z.infer<typeof problemDetails>
