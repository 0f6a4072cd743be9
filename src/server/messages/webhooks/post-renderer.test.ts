import { expect, test } from 'vitest'
import type { Post } from './post.ts'
import { renderPost } from './post-renderer.ts'

const link = { text: 'See the board', url: 'https://pool.example.org/pool/1' }
const build = (name: string): Post => ({ title: `${name} leads`, lines: [`1  ${name}  -3`, 'second'], link })

test('Slack: nothing in a name is a mention, a link or a mark', () => {
  const body = renderPost('slack', build('<!channel> & <https://evil.example|Ann> *Ash*'))
  const name = '&lt;!channel&gt; &amp; &lt;https://evil.example|Ann&gt; *Ash*'
  expect(body).toMatchObject({
    text: `${name} leads`,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: `${name} leads`, emoji: false } },
      { type: 'section', text: { type: 'plain_text', text: `1  ${name}  -3\nsecond`, emoji: false } },
      { elements: [{ type: 'mrkdwn', text: '<https://pool.example.org/pool/1|See the board>', verbatim: true }] },
    ],
  })
})

test('Discord: nothing in a name is a mention, a link or a mark, and nobody can be mentioned', () => {
  const body = renderPost('discord', build('@everyone <@1> [Ann](https://evil.example) **_~`|>#'))
  const name = String.raw`\@everyone \<\@1\> \[Ann\]\(https\://evil.example\) \*\*\_\~\`\|\>\#`
  expect(body).toEqual({
    embeds: [
      {
        title: `${name} leads`,
        url: link.url,
        description: `1  ${name}  \\-3\nsecond\n\n[See the board](https://pool.example.org/pool/1)`,
      },
    ],
    allowed_mentions: { parse: [] },
  })
})

test('Teams: text is in runs, which have no markup', () => {
  const name = '<at>Everyone</at> [Ann](https://evil.example) **x** {{DATE(1)}}'
  const text = JSON.stringify(renderPost('teams', build(name)))
  expect(JSON.parse(text)).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          body: [
            { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: `${name} leads`, weight: 'Bolder' }] },
            { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: `1  ${name}  -3` }] },
            { type: 'RichTextBlock' },
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'See the board', url: link.url }],
        },
      },
    ],
  })
  expect(text).not.toContain('"TextBlock"')
  expect(text).not.toContain('msteams')
})

test.each(['slack', 'discord', 'teams'] as const)('%s: a name stays on its line, and turns no direction', (service) => {
  const text = JSON.stringify(renderPost(service, build('Ann\nAsh\u2028Bo\u202eeveryone')))
  expect(text).toContain('Ann Ash Boeveryone')
})

test('a title that is too long for the service is cut, never inside a character', () => {
  const body = JSON.stringify(renderPost('slack', build('🏌'.repeat(200))))
  expect(body).toContain(`"${'🏌'.repeat(139)}…"`)
})
