import { expect, it } from 'vitest'
import { api } from '#contract/paths.ts'
import { readEmailFiles } from '../support/mail-parser.ts'
import { openTestPool } from '../support/test-pool.ts'

it('an email has the name and the colours of the pool in both themes, and says the same as text and as a page', async () => {
  const branding = { name: 'Birdies & <Co>', logoFile: null, iconFile: null, accent: '#0b6e4f' }
  const pool = await openTestPool({ startAt: 'scheduled', withoutScores: true, branding })
  const headers = { ...pool.xsrf, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
  expect((await pool.call(api.adminSendAuditMail(), pool.people.admin, { headers })).status).toBe(200)
  await expect.poll(async () => (await readEmailFiles(pool.app.config.dataFolder)).length).toBe(1)
  const [mail] = await readEmailFiles(pool.app.config.dataFolder)
  const { html = '', text = '' } = mail ?? {}
  expect(mail?.from.name).toBe('Birdies & <Co>')
  expect(html).toContain('>Birdies &amp; &lt;Co&gt;</p>')
  // The accent of the light theme stands at the elements; that of the dark one, which is lighter, in the head.
  expect(html).toContain('color:#0b6e4f')
  const [, dark] = /@media\(prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(html) ?? []
  expect(dark).toMatch(/\.accent\{color:#[0-9a-f]{6}!important\}/)
  expect(dark).not.toContain('#0b6e4f')
  const words = html.slice(html.indexOf('<body')).replaceAll(/<[^>]*>/g, ' ')
  for (const line of text.split('\n').filter(Boolean)) {
    if (line.startsWith('http')) expect(html).toContain(`href="${line}"`)
    else expect(words, line).toContain(line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
  }
  expect(`${html}${text}`).not.toMatch(/[\uE000-\uF8FF]/)
  await pool.close()
})
