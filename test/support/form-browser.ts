/** An HTTP client that acts like a browser: it keeps cookies by path, follows redirects and submits forms. */
export type FormBrowser = {
  /** Requests a page without following redirects. */
  get(path: string, headers?: Record<string, string>): Promise<FormResponse>
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<FormResponse>
  /** Follows redirects to a page, or to the first address for which `until` returns true. */
  follow(answer: FormResponse, until?: (url: URL) => boolean): Promise<FormResponse>
  /** Submits the page's form, or the one that posts to `action`, with its hidden fields and `fields`. */
  submit(page: FormResponse, fields: Record<string, string>, action?: string): Promise<FormResponse>
  cookies(): string[]
  deleteCookie(name: string): void
}

export type FormResponse = {
  status: number
  url: URL
  location: URL | undefined
  headers: Headers
  text: string
}

type Cookie = { name: string; value: string; path: string }

/** `publicUrl`: the address that the browser sees, if a proxy calls the server at another one. */
export function createFormBrowser(serverUrl: string, publicUrl = serverUrl): FormBrowser {
  let jar: Cookie[] = []

  function storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const separator = pair.indexOf('=')
    const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? '/'
    const cookie = { name: pair.slice(0, separator), value: pair.slice(separator + 1), path }
    jar = jar.filter((stored) => stored.name !== cookie.name || stored.path !== cookie.path)
    const isRemoved = attributes.some((text) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(text))
    if (!isRemoved) jar.push(cookie)
  }

  function cookiesFor(path: string): string {
    return jar
      .filter((cookie) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')))
      .map((cookie) => `${cookie.name}=${cookie.value}`)
      .join('; ')
  }

  async function sendRequest(url: URL, init: RequestInit): Promise<FormResponse> {
    const target = url.origin === publicUrl ? new URL(url.pathname + url.search, serverUrl) : url
    const response = await fetch(target, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: cookiesFor(url.pathname), ...init.headers },
    })
    for (const line of response.headers.getSetCookie()) storeCookie(line)
    const location = response.headers.get('location')
    return {
      status: response.status,
      url,
      location: location === null ? undefined : new URL(location, url),
      headers: response.headers,
      text: await response.text(),
    }
  }

  const browser: FormBrowser = {
    get: (path, headers = {}) => sendRequest(new URL(path, publicUrl), { headers }),
    post: (path, fields, headers = {}) =>
      sendRequest(new URL(path, publicUrl), {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { origin: publicUrl, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', ...headers },
      }),
    async follow(answer, until = (url) => url.origin !== publicUrl) {
      let last = answer
      while (last.location && !until(last.location)) last = await sendRequest(last.location, {})
      return last
    },
    submit(page, fields, action) {
      const forms = [...page.text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)]
      const form = forms.find(([, to]) => action === undefined || to === action)
      if (!form?.[1]) throw new Error(`There is no form on this page (${page.status}):\n${page.text}`)
      const hidden = [...(form[2] ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
      const values = Object.fromEntries(hidden.map(([, name, value]) => [name, value]))
      return browser.post(form[1], { ...values, ...fields })
    },
    cookies: () => jar.map((cookie) => cookie.name),
    deleteCookie(name) {
      jar = jar.filter((cookie) => cookie.name !== name)
    },
  }
  return browser
}

/** The token of the forms on this page. */
export function tokenOf({ text }: FormResponse): string {
  return /name="token" value="([^"]*)"/.exec(text)?.[1] ?? ''
}

/** Registers an account of the embedded provider. Returns the response to the form. */
export async function register(
  browser: FormBrowser,
  { name = 'Ada', email, password }: { name?: string; email: string; password: string },
): Promise<FormResponse> {
  const form = await browser.get('/Identity/Account/Register')
  return browser.submit(form, { name, email, password })
}
