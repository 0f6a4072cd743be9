import * as z from 'zod'

/** Fetch rejects a URL with a user or password, and the log would contain it. */
export const openUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine((url) => new URL(url).username === '' && new URL(url).password === '', 'must not contain a user or password')
