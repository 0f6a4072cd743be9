import { useState } from 'react'
import { flushSync } from 'react-dom'
import { maxRankingFileLength } from '#contract/limits.ts'
import { api } from '#contract/paths.ts'
import type { RankingSource, TierProposalRequest, TierProposalResponse } from '#contract/tournament-setup-contract.ts'
import { findSizesError, splitIntoTiers, type TierSizes, toDefaultSizes } from '#domain/tournament/tier-proposal.ts'
import { ApiProblem, toProblemText } from '#web/api/api-problem.ts'
import { useApi } from '#web/api/use-api.ts'
import type { TournamentEditor } from '#web/screens/tournament/editor/use-tournament-editor.ts'
import { describeMarks, type GolferMarks, toGolferMarks } from './golfer-marks.ts'

/** `at`: the control that the error is about. */
export type ProposalError = { readonly at: 'source' | 'file' | 'sizes'; readonly messages: readonly string[] }

const fullField = 156
/** Larger files are not read. */
const maxFileBytes = 2 * maxRankingFileLength

const proposedFrom = {
  world: 'the world ranking',
  file: 'the file',
  earlier: 'earlier tournaments',
} as const satisfies Record<RankingSource, string>

type Request = { source: RankingSource; file: File | null }

/** Fills the lists with the field of the event, best first (docs/rules.md, 8.6). */
export function useTierProposal(editor: TournamentEditor, onProposed: (marks: GolferMarks) => void) {
  const client = useApi()
  const [fittingSizes, setFittingSizes] = useState<TierSizes>(toDefaultSizes(fullField))
  const [typedSizes, setTypedSizes] = useState<TierSizes | null>(null)
  const chosenSizes = typedSizes ?? editor.earlierSizes
  const sizes = chosenSizes ?? fittingSizes
  const [isProposing, setIsProposing] = useState(false)
  const [error, setError] = useState<ProposalError | null>(null)
  /** The reason for using an older ranking. */
  const [caution, setCaution] = useState<string | null>(null)

  async function request({ source, file }: Request): Promise<ProposalError | null> {
    const text = source === 'file' ? await readFile(file) : undefined
    if (text !== undefined && typeof text !== 'string') return text
    const espnId = editor.state.values.espnId.trim()
    const body: TierProposalRequest = { espnId, source, ...(text !== undefined && { file: text }) }
    const { golfers, reason } = await client.send<TierProposalResponse>('POST', api.tournamentProposeTiers(), body)
    if (golfers.length === 0) return { at: 'source', messages: [reason ?? 'Nothing can be proposed.'] }
    const fitting = chosenSizes ?? toDefaultSizes(golfers.length)
    const sizesError = findSizesError(fitting, golfers.length)
    if (sizesError !== undefined) return { at: 'sizes', messages: [sizesError] }
    setFittingSizes(fitting)
    setCaution(reason)
    const marks = toGolferMarks(golfers)
    // People would not understand an order by earlier tournaments as a rank.
    const listed = source === 'earlier' ? golfers.map((golfer) => ({ ...golfer, rank: null })) : golfers
    const said = `Tiers proposed from ${proposedFrom[source]}: ${describeMarks(golfers.length, marks)}.`
    editor.propose(splitIntoTiers(listed, fitting), said)
    onProposed(marks)
    return null
  }

  return {
    sizes,
    isProposing,
    error,
    caution,
    changeSize(index: number, size: number): void {
      const [a, b, c] = sizes.with(index, size)
      setTypedSizes([a ?? 0, b ?? 0, c ?? 0])
      setError(null)
    },
    /** Returns false if there is an error, and shows it. */
    async propose(wanted: Request): Promise<boolean> {
      setIsProposing(true)
      const found = await request(wanted).catch(toError)
      flushSync(() => {
        setError(found)
        setIsProposing(false)
      })
      return found === null
    },
  }
}

async function readFile(file: File | null): Promise<string | ProposalError> {
  if (file === null) return { at: 'file', messages: ['Choose a file.'] }
  if (file.size > maxFileBytes) return { at: 'file', messages: ['The file is too large. The maximum is 250 KB.'] }
  return decodeText(new Uint8Array(await file.arrayBuffer()))
}

function toError(error: unknown): ProposalError {
  if (error instanceof ApiProblem && error.fields.some(({ field }) => field === 'file')) {
    return { at: 'file', messages: error.fields.map(({ message }) => message) }
  }
  return { at: 'source', messages: [toProblemText(error)] }
}

/**
 * Decodes a file saved by a spreadsheet: UTF-8, UTF-16 with a byte order mark, or else Windows-1252.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
