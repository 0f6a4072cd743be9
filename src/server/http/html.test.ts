import { expect, test } from 'vitest'
import { html, trustedHtml } from './html.ts'

test('what is put into a page is text, whatever it looks like', () => {
  const typed = `"><script>alert('1')</script>&amp;`
  expect(html`<p title="${typed}">${typed}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</p>',
  )
})

test('parts of a page are put together as they are, and nothing stands for what is not there', () => {
  const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`)
  expect(html`<ul>${items}</ul>${undefined}${false}${3}${trustedHtml('<hr>')}`.text).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li></ul>3<hr>',
  )
})
