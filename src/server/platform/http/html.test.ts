import { expect, test } from 'vitest'
import { html, trustedHtml } from './html.ts'

test('values are escaped in text and attributes', () => {
  const typed = `"><script>alert('1')</script>&amp;`
  expect(html`<p title="${typed}">${typed}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</p>',
  )
})

test('nested HTML is not escaped again, and missing values print nothing', () => {
  const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`)
  expect(html`<ul>${items}</ul>${undefined}${false}${3}${trustedHtml('<hr>')}`.text).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>3<hr>',
  )
})
