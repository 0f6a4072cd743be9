import { launchBrowser } from './test/support/browser.ts'
// usage: node x.mts OUTDIR path[:action] widths themes
const [out, ...jobs] = process.argv.slice(2)
const browser = await launchBrowser()
const sizes: Record<string, [number, number]> = { '390': [390, 844], '768': [768, 1024], '1440': [1440, 900] }
const base = process.env['BASE'] ?? 'http://localhost:18761'
const ctx = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block', deviceScaleFactor: Number(process.env['DPR'] ?? 1), timezoneId: 'America/New_York', locale: 'en-US' })
const page = await ctx.newPage()
await page.goto(base + '/pool')
await page.locator('input[type=email],input[name=email]').first().fill('player@example.com')
await page.locator('input[type=password]').first().fill('seven-iron-player')
await page.getByRole('button', { name: /sign in/i }).first().click()
await page.waitForURL('**/pool')
for (const job of jobs) {
  const [name, path, actions, widths, themes] = job.split('|')
  for (const w of (widths || '390,768,1440').split(',')) for (const theme of (themes || 'light').split(',')) {
    const [width, height] = sizes[w]!
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: theme as 'light' })
    await page.goto(base + path)
    await page.getByRole('table').first().waitFor()
    await page.waitForTimeout(600)
    for (const a of (actions || '').split(';').filter(Boolean)) {
      const [verb, ...rest] = a.split('='); const arg = rest.join('=')
      if (verb === 'click') await page.locator(arg).first().click()
      if (verb === 'text') await page.getByText(arg).first().click()
      if (verb === 'focus') await page.locator(arg).first().focus()
      if (verb === 'eval') console.log(name, w, JSON.stringify(await page.evaluate(arg)))
      if (verb === 'key') await page.keyboard.press(arg)
      if (verb === 'offline') await ctx.setOffline(arg === '1')
      if (verb === 'wait') await page.waitForTimeout(Number(arg))
    }
    await page.waitForTimeout(400)
    await page.screenshot({ path: `${out}/${name}-${w}-${theme}.png` })
    await ctx.setOffline(false)
  }
}
await browser.close()
