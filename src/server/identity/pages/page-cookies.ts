import type { CookieSerializeOptions } from '@fastify/cookie'

/** Cookies of the sign-in pages: hidden from scripts and never sent with a post from another site (docs/security.md, 3.1). */
export function toPageCookieOptions(publicUrl: string): CookieSerializeOptions {
  return { path: '/Identity', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https://') }
}
