/** Chat services to whose incoming webhooks pool events can be posted (docs/security.md, 22.1). */
export const webhookServices = ['slack', 'discord', 'teams'] as const
export type WebhookService = (typeof webhookServices)[number]

export const webhookServiceNames: Readonly<Record<WebhookService, string>> = {
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
}

export const maxWebhookUrlLength = 1000

/** The allowed URLs. The hosts of Teams vary by region and tenant; all belong to Microsoft. */
const allowed: readonly { service: WebhookService; host: RegExp; path: RegExp }[] = [
  { service: 'slack', host: /^hooks\.slack\.com$/, path: /^\/services(?:\/\w+){3}$/ },
  {
    service: 'discord',
    host: /^discord(?:app)?\.com$/,
    path: /^\/api(?:\/v\d+)?\/webhooks\/\d+\/[\w-]+(?:\?thread_id=\d+)?$/,
  },
  { service: 'teams', host: /^(?:[a-z\d-]+\.)+webhook\.office\.com$/, path: /^\/webhookb2\/[\w@/.-]+$/ },
  {
    service: 'teams',
    host: /^(?:[a-z\d-]+\.)+logic\.azure\.com$/,
    path: /^\/workflows\/[\w/.-]+\?[\w&=%.~/-]*sig=[\w%.~-]+$/,
  },
  {
    service: 'teams',
    host: /^(?:[a-z\d-]+\.)+environment\.api\.powerplatform\.com$/,
    path: /^\/powerautomate\/[\w/.-]+\?[\w&=%.~/-]*sig=[\w%.~-]+$/,
  },
]

/** The service that a URL belongs to, or why it is rejected. */
export function recogniseWebhook(text: string) {
  if (!/^https:\/\//i.test(text)) return 'must begin with https://'
  // Power Automate includes the default port in its URLs.
  const [, host = '', path = ''] = /^https:\/\/([a-z\d.-]+)(?::443)?(\/[!-~]*)$/i.exec(text) ?? []
  const lowerHost = host.toLowerCase()
  const matching = allowed.filter((rule) => rule.host.test(lowerHost))
  const [first] = matching
  if (!first) return 'must be an incoming webhook of Slack, Discord or Microsoft Teams'
  const isComplete = text.length <= maxWebhookUrlLength && matching.some((rule) => rule.path.test(path))
  if (!isComplete) return `is not a complete webhook of ${webhookServiceNames[first.service]}: copy the whole address`
  return { service: first.service, host: lowerHost, path }
}
