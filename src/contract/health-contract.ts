import * as z from 'zod/mini'

/** `GET /healthz`: the process responds. */
export const health = z.object({ status: z.literal('ok'), version: z.string() })

/** `GET /readyz`: requests can be served. */
export const readiness = z.object({ status: z.literal('ok') })
