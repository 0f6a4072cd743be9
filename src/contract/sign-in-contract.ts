import * as z from 'zod/mini'

/** `GET /_configuration/golf`: the OpenID Connect settings of the browser app (docs/security.md, 1.1). */
export const clientConfiguration = z.object({
  authority: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  post_logout_redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z.string(),
})

export type ClientConfiguration = z.infer<typeof clientConfiguration>

/** `GET /_configuration/golf/parameters`: additional parameters of each authorization request, by name. */
export const signInParameters = z.record(z.string(), z.string())

export type SignInParameters = z.infer<typeof signInParameters>
