import { extname } from 'node:path'
import { LRUCache } from 'lru-cache'
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import type { HouseRules, InlinePart, RulesBlock, RulesListItem } from '#contract/house-rules-contract.ts'
import { BrandingError, readSmallFile } from '#server/platform/branding/small-file.ts'

const maxBytes = 64 * 1024
const maxListDepth = 3

/** Reads `POOL_RULES`: Markdown if its name ends in .md, else plain text. Throws `BrandingError`. */
export function readHouseRules(file: string): HouseRules {
  const bytes = readSmallFile('POOL_RULES', file, maxBytes)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BrandingError('POOL_RULES', file, 'it is not UTF-8 text')
  }
  try {
    return parseHouseRules(text, { isMarkdown: /^\.(md|markdown)$/i.test(extname(file)) })
  } catch (error) {
    // The parser calls itself for each level.
    if (!(error instanceof RangeError)) throw error
    throw new BrandingError('POOL_RULES', file, 'its quotes, lists or emphasis are nested too deeply')
  }
}

const parsed = new LRUCache<string, HouseRules>({ max: 100, memoMethod: parseWithinLimits })

/**
 * The house rules of a tournament: Markdown, or plain text if it has more marks than people write or is nested too deeply for
 * the parser. Each version is parsed once.
 */
export function parseTournamentRules(text: string): HouseRules {
  return parsed.memo(text)
}

/** Characters that may begin emphasis, code, a link, HTML, a table cell, a quote, an escape, a heading or the item of a list. */
const mark = /[*_~`[\]<>|\\#]|[-+]\s|\d[.)]\s/g
/** The time of the parser grows with the square of the number of marks. */
const maxMarks = 300
/** Lists and quotes within each other that begin in one line, for each of which the parser calls itself. */
const deepLine = /^(?:[ \t]*(?:[-+*>]|\d{1,9}[.)])){10}/m

function parseWithinLimits(text: string): HouseRules {
  if ((text.match(mark)?.length ?? 0) > maxMarks || deepLine.test(text))
    return parseHouseRules(text, { isMarkdown: false })
  try {
    return parseHouseRules(text, { isMarkdown: true })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return parseHouseRules(text, { isMarkdown: false })
  }
}

/** HTML in Markdown is shown literally; only web and email links are allowed (docs/security.md, 8.4). */
export function parseHouseRules(text: string, { isMarkdown }: { isMarkdown: boolean }): HouseRules {
  const clean = text.replaceAll('\r\n', '\n').replace(/[^\P{Cc}\n\t]|[\p{Cf}\p{Co}]/gu, '')
  return { blocks: isMarkdown ? toBlocks(lexer(clean)) : toParagraphs(clean) }
}

function toParagraphs(text: string): RulesBlock[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({ type: 'paragraph', content: [{ text: paragraph }] }))
}

function toBlocks(tokens: readonly Token[]): RulesBlock[] {
  const markedTokens = tokens as readonly MarkedToken[]
  // The page has its own title.
  const top = Math.min(...markedTokens.flatMap((token) => (token.type === 'heading' ? [token.depth] : [])))
  return markedTokens.flatMap((token) => toBlock(token, top))
}

function toBlock(token: MarkedToken, topHeading: number): RulesBlock[] {
  if (token.type === 'heading')
    return [{ type: 'heading', level: token.depth === topHeading ? 2 : 3, content: toLine(token.tokens) }]
  if (token.type === 'paragraph') return [{ type: 'paragraph', content: toLine(token.tokens) }]
  if (token.type === 'blockquote') return [{ type: 'quote', content: joinLines(token.tokens) }]
  if (token.type === 'list') return [{ type: 'list', ordered: token.ordered, items: toItems(token, 0) }]
  if (token.type === 'table') return [toTable(token)]
  if (token.type === 'hr') return [{ type: 'divider' }]
  if (token.type === 'code') return [{ type: 'paragraph', content: [{ text: token.text, style: 'code' }] }]
  if (token.type === 'text' || token.type === 'html') return [{ type: 'paragraph', content: toParts(token) }]
  return []
}

function toItems(list: Tokens.List, depth: number): RulesListItem[] {
  return list.items.flatMap((item) => {
    const nested = item.tokens.filter((token): token is Tokens.List => token.type === 'list')
    const own = item.tokens.filter((token) => token.type !== 'list')
    const below = nested.flatMap((list) => toItems(list, Math.min(depth + 1, maxListDepth)))
    return [{ depth, content: joinLines(own) }, ...below]
  })
}

function toTable({ header, rows }: Tokens.Table): RulesBlock {
  return {
    type: 'table',
    head: header.map((cell) => toLine(cell.tokens)),
    rows: rows.map((row) => row.map((cell) => toLine(cell.tokens))),
  }
}

/** Joins several paragraphs as lines of one. */
function joinLines(tokens: readonly Token[]): InlinePart[] {
  const lines = toBlocks(tokens).flatMap((block) => ('content' in block ? [block.content] : []))
  return lines.flatMap((line, index) => (index === 0 ? line : [{ text: '\n' }, ...line]))
}

function toLine(tokens: readonly Token[] = []): InlinePart[] {
  return (tokens as readonly MarkedToken[]).flatMap(toParts)
}

function toParts(token: MarkedToken): InlinePart[] {
  if (token.type === 'strong' || token.type === 'em')
    return toLine(token.tokens).map((part) => ({ style: token.type, ...part }))
  if (token.type === 'codespan') return [{ text: token.text, style: 'code' }]
  if (token.type === 'link') {
    const isSafe = /^(https?:\/\/|mailto:)/i.test(token.href) && URL.canParse(token.href)
    return toLine(token.tokens).map((part) => (isSafe ? { ...part, href: token.href } : part))
  }
  if (token.type === 'br') return [{ text: '\n' }]
  if (token.type === 'image') return [{ text: token.text }]
  if (token.type === 'checkbox' || token.type === 'space' || token.type === 'def') return []
  if ('tokens' in token && token.tokens) return toLine(token.tokens)
  return 'text' in token ? [{ text: token.text.replaceAll('\n', ' ') }] : []
}
