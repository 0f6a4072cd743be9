import { expect, test } from 'vitest'
import { recogniseWebhook } from './webhook-url.ts'

const slack = 'https://hooks.slack.com/services/T000/B000/abcdefgh'

test.each([
  [slack, 'slack'],
  ['https://discord.com/api/webhooks/123/abc_DEF-1', 'discord'],
  ['https://discordapp.com/api/v10/webhooks/123/abc?thread_id=9', 'discord'],
  ['https://acme.webhook.office.com/webhookb2/a-b@c-d/IncomingWebhook/e/f', 'teams'],
  [
    'https://prod-23.westeurope.logic.azure.com:443/workflows/a1/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=x_y-z',
    'teams',
  ],
  [
    'https://default0a.1b.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/a1/triggers/manual/paths/invoke?api-version=1&sig=x_y',
    'teams',
  ],
  ['HTTPS://HOOKS.SLACK.COM/services/T000/B000/abc', 'slack'],
])('%s is a webhook of %s', (url, service) => {
  expect(recogniseWebhook(url)).toMatchObject({ service })
})

test.each([
  ['http://hooks.slack.com/services/T000/B000/abc', 'https'],
  ['hooks.slack.com/services/T000/B000/abc', 'https'],
  ['https://hooks.slack.com/services/T000/B000', 'complete webhook of Slack'],
  ['https://hooks.slack.com/services/T000/B000/abc?x=1', 'complete'],
  ['https://hooks.slack.com/services/../B000/abc', 'complete'],
  ['https://hooks.slack.com/triggers/T000/B000/abc', 'complete'],
  ['https://hooks.slack.com:8443/services/T000/B000/abc', 'must be an incoming webhook'],
  ['https://user:secret@hooks.slack.com/services/T000/B000/abc', 'must be an incoming webhook'],
  ['https://hooks.slack.com@evil.example/services/T000/B000/abc', 'must be an incoming webhook'],
  ['https://hooks.slack.com.evil.example/services/T000/B000/abc', 'must be an incoming webhook'],
  ['https://evilhooks.slack.com/services/T000/B000/abc', 'must be an incoming webhook'],
  ['https://evil.example/#.webhook.office.com/webhookb2/a', 'must be an incoming webhook'],
  ['https://webhook.office.com/webhookb2/a', 'must be an incoming webhook'],
  ['https://evillogic.azure.com/workflows/a?sig=b', 'must be an incoming webhook'],
  ['https://127.0.0.1/services/T000/B000/abc', 'must be an incoming webhook'],
  ['https://canary.discord.com/api/webhooks/1/a', 'must be an incoming webhook'],
  ['https://discord.com/api/webhooks/1/a/slack', 'complete webhook of Discord'],
  ['https://a.logic.azure.com/workflows/a?x=1', 'complete webhook of Microsoft Teams'],
  [`${slack}${'a'.repeat(1000)}`, 'complete'],
  [`${slack}\n`, 'must be an incoming webhook'],
])('%s is refused as the address of a chat', (url, reason) => {
  expect(recogniseWebhook(url)).toContain(reason)
})
