import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** The documents, without their code. */
const documents = globSync(['*.md', 'docs/**/*.md']).map((path) => ({
  path,
  text: readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```/gm, ''),
}))

/** As forges make the anchor of a heading. */
function toAnchor(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
  return text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
}

it('every link of a document leads to a file and a heading', () => {
  const links = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(\s*([^)\s]+)\)|<img src="([^"]+)"/g)].map(([, link, source]) => ({
      path,
      link: link ?? source ?? '',
    })),
  )
  // Other sites, and the forge's own pages.
  const own = links.filter(({ link }) => !/^https?:|^\.\.\/\.\.\/actions\//.test(link))
  expect(own.length).toBeGreaterThan(100)
  const broken = own.filter(({ path, link }) => {
    const [target = '', anchor] = link.split('#')
    const file = target === '' ? path : join(dirname(path), target)
    if (!existsSync(file)) return true
    if (anchor === undefined) return false
    const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      toAnchor(heading),
    )
    return !headings.includes(anchor)
  })
  expect(broken).toEqual([])
})
