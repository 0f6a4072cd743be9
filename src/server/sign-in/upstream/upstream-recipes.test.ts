import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { inTransaction } from '#server/platform/db/database.ts'
import { readConfig } from '#server/platform/settings/config.ts'
import { addTournament } from '#server/pool/tournaments/tournament-store.ts'
import { addInvitation } from '#server/sign-in/invitations/invitation-store.ts'
import { createInvitationTokens } from '#server/sign-in/invitations/invitation-tokens.ts'
import { addUser } from '#test/support/add-user.ts'
import { buildTournament } from '#test/support/build-tournament.ts'
import { createFormBrowser } from '#test/support/form-browser.ts'
import type { IdentityServer } from '#test/support/identity-server.ts'
import { upstreamProfiles } from '#test/support/upstream-profiles.ts'
import { failWith, signInWith, startUpstreamServer } from '#test/support/upstream-server.ts'

const page = readFileSync('docs/operations/identity-providers.md', 'utf8')
/** The settings of a recipe in docs/operations/identity-providers.md, as they stand. */
const recipes = page
  .slice(page.indexOf('\n### '))
  .split('\n```\n')
  .map((block) => parseEnv(block))

async function invite({ database: { db } }: IdentityServer): Promise<string> {
  const creatorId = await addUser(db, { name: 'Olive Organiser' })
  const start = new Date(Date.now() + 86_400_000).toISOString()
  const { id: _, ...tournament } = { ...buildTournament(), start, active: true }
  const tournamentId = await inTransaction(db, (trx) => addTournament(trx, tournament, new Date()))
  const { salt, token } = createInvitationTokens('a key').create()
  const limits = { expiresAt: null, maxUses: null, isOnWall: false }
  await addInvitation(
    db,
    { ...limits, subject: { tournamentId }, requestKey: salt, salt, token, creatorId },
    new Date(),
  )
  return token
}

test.each(upstreamProfiles)(
  'the recipe for $name ends with a person signed in, and nobody else gets in',
  async ({ key, name }) => {
    const recipe =
      recipes.find(({ UPSTREAM_PROVIDERS }) => UPSTREAM_PROVIDERS === key) ?? expect.unreachable('no recipe')
    expect(recipe).toHaveProperty('SIGN_UP')
    const { signUp } = readConfig({ SIGN_UP: recipe['SIGN_UP'], SIGN_UP_DOMAINS: recipe['SIGN_UP_DOMAINS'] })
    const { server, upstream, close } = await startUpstreamServer([key], { signUp })
    upstream(key).person = { ...upstream(key).person, subject: 'stranger', email: 'stranger@example.net' }
    expect((await failWith(createFormBrowser(server.url), server, name)).status).toBe(403)

    upstream(key).person = { ...upstream(key).person, subject: 'jane', email: 'jane@example.org' }
    const browser = createFormBrowser(server.url)
    if (signUp.mode === 'invite') await browser.get(`/Identity/Join/${await invite(server)}`)
    const tokens = await signInWith(browser, server, name)
    expect((await server.verifier.verify(tokens.accessToken)).profile).toMatchObject({ email: 'jane@example.org' })
    await close()
  },
)
