import type { WebhookService } from '#domain/notifications/webhook-url.ts'
import { truncate } from '#domain/text/format.ts'
import type { Post } from './post.ts'

/** The body that a service expects. Names are shown literally and never mention anyone (docs/security.md, 22.3). */
export function renderPost(service: WebhookService, post: Post): unknown {
  return renderers[service](clean(post))
}

const renderers: Readonly<Record<WebhookService, (post: Post) => unknown>> = {
  slack: ({ title, lines, link }) => ({
    // For notifications and screen readers. Slack would expand <!channel> here.
    text: escapeSlack(title),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: escapeSlack(truncate(title, 140)), emoji: false } },
      { type: 'section', text: { type: 'plain_text', text: escapeSlack(lines.join('\n')), emoji: false } },
      { type: 'context', elements: [{ type: 'mrkdwn', text: `<${link.url}|${link.text}>`, verbatim: true }] },
    ],
  }),
  discord: ({ title, lines, link }) => ({
    embeds: [
      {
        title: escapeDiscord(truncate(title, 120)),
        url: link.url,
        description: `${lines.map(escapeDiscord).join('\n')}\n\n[${link.text}](${link.url})`,
      },
    ],
    allowed_mentions: { parse: [] },
  }),
  teams: ({ title, lines, link }) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          // Text runs have no markup, unlike text blocks.
          body: [toRichText(title, { weight: 'Bolder', size: 'Medium' }), ...lines.map((line) => toRichText(line))],
          actions: [{ type: 'Action.OpenUrl', title: link.text, url: link.url }],
        },
      },
    ],
  }),
}

function toRichText(text: string, look: { weight?: string; size?: string } = {}) {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...look }] }
}

function clean({ title, lines, link }: Post): Post {
  return { title: cleanText(title), lines: lines.map(cleanText), link }
}

/** Removes line breaks, and invisible characters such as those that change the text direction. */
function cleanText(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Escapes Markdown with backslashes, including mentions and links. */
function escapeDiscord(text: string): string {
  return text.replaceAll(/[\\*_~`|>#\-+[\]()<@:]/g, (sign) => `\\${sign}`)
}
