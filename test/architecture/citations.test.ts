import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Comments cite only what the repository contains, so every citation must resolve. */

type File = { path: string; text: string; comments: string }

const ownPath = 'test/architecture/citations.test.ts'
const files: File[] = globSync('{src,test,bench,demo,scripts}/**/*.{ts,tsx,css}')
  .filter((path) => path !== ownPath)
  .map((path) => {
    const text = readFileSync(path, 'utf8')
    const comments = [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].map(([comment]) => comment)
    return { path, text: joinLines(text), comments: joinLines(comments.join('\n')) }
  })

/** A citation may continue in the next line of its comment. */
function joinLines(text: string): string {
  return text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ')
}

function readHeadings(document: string): Set<string> {
  const text = readFileSync(document, 'utf8')
  return new Set([...text.matchAll(/^#+ (\d+(?:\.\d+)?)\b/gm)].map(([, number = '']) => number))
}

const headings = {
  'docs/rules.md': readHeadings('docs/rules.md'),
  'docs/security.md': readHeadings('docs/security.md'),
}

const cited = { ...headings, 'docs/proof.md': readHeadings('docs/proof.md') }

it('files and headings are found', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(headings['docs/rules.md'].size).toBeGreaterThan(30)
  expect(headings['docs/security.md'].size).toBeGreaterThan(30)
})

describe('every cited section has a heading', () => {
  it.each(Object.entries(cited))('in %s', (document, numbers) => {
    const citation = new RegExp(`${document}, (\\d+(?:\\.\\d+)?(?:(?:, | and | to )\\d+\\.\\d+)*)`, 'g')
    const missing = files.flatMap(({ path, text }) =>
      [...text.matchAll(citation)]
        .flatMap(([, list = '']) => list.match(/\d+(?:\.\d+)?/g) ?? [])
        .filter((number) => !numbers.has(number))
        .map((number) => `${path}: ${document}, ${number}`),
    )
    expect(missing).toEqual([])
  })

  it.each(Object.entries(headings))('in %s itself', (document, numbers) => {
    const references = [...readFileSync(document, 'utf8').matchAll(/\((\d+\.\d+)(?=[,;)])/g)]
    expect(references.length).toBeGreaterThan(5)
    expect(references.map(([, number = '']) => number).filter((number) => !numbers.has(number))).toEqual([])
  })
})

it('every cited document exists', () => {
  const decisions = readdirSync('docs/decisions')
  const isThere = (path: string) =>
    existsSync(path) || decisions.some((name) => `docs/decisions/${name}`.startsWith(`${path}-`))
  const missing = files.flatMap(({ path, text }) =>
    [...text.matchAll(/docs\/(?:decisions\/\d{3}[\w-]*(?:\.md)?|[\w-]+\.md)/g)]
      .filter(([document]) => !isThere(document))
      .map(([document]) => `${path}: ${document}`),
  )
  expect(missing).toEqual([])
})

it('no comment cites a document that is not in the repository', () => {
  const foreign = /\bspecification\b|\bdecisions, |\bsecurity rules\b|\(looks\b|(?<!RFC \d+, )\bsections? \d/i
  const found = files.flatMap(({ path, comments }) => {
    const [match] = foreign.exec(comments) ?? []
    return match === undefined ? [] : [`${path}: ${match}`]
  })
  expect(found).toEqual([])
})
