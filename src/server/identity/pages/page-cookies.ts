import type { CookieSerializeOptions } from '@fastify/cookie'

/** Hidden from scripts and never sent with a post from another site (docs/security.md, 3.1). */
export function toPageCookieOptions(publicUrl: string): CookieSerializeOptions {
  return { path: '/Identity', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https://') }
}
