import { useState } from 'react'
import { flushSync } from 'react-dom'
import { maxRankingFileLength } from '#contract/limits.ts'
import { api } from '#contract/paths.ts'
import type { RankingSource, TierProposalRequest, TierProposalResponse } from '#contract/tournament-setup-contract.ts'
import {
  findSizesError,
  knowsTooFew,
  splitIntoTiers,
  type TierSizes,
  toDefaultSizes,
} from '#domain/tournament/tier-proposal.ts'
import { ApiProblem, toProblemText } from '#web/api/api-problem.ts'
import { useApi } from '#web/api/use-api.ts'
import type { TournamentEditor } from '#web/screens/tournament/editor/use-tournament-editor.ts'
import { describeProposal, type GolferMarks, toGolferMarks } from './golfer-marks.ts'

/** `at`: the control that the error is about. */
export type ProposalError = { readonly at: 'source' | 'file' | 'sizes'; readonly messages: readonly string[] }

const fullField = 156
/** Larger files are not read. */
const maxFileBytes = 2 * maxRankingFileLength

const olderText = 'An earlier world ranking was used.'
const unusedText = 'The world ranking was not used.'

type Request = {
  source: RankingSource
  file: File | null
  /** The lists are filled from a file that knows less than half of the field, too. */
  isConfirmed: boolean
}

/** Fills the lists with the field of the event, best first (docs/rules.md, 8.6). */
export function useTierProposal(editor: TournamentEditor, onProposed: (marks: GolferMarks) => void) {
  const client = useApi()
  const [fittingSizes, setFittingSizes] = useState<TierSizes>(toDefaultSizes(fullField))
  const [typedSizes, setTypedSizes] = useState<TierSizes | null>(null)
  const chosenSizes = typedSizes ?? editor.earlierSizes
  const sizes = chosenSizes ?? fittingSizes
  const [isProposing, setIsProposing] = useState(false)
  const [error, setError] = useState<ProposalError | null>(null)
  /** Why the world ranking is old, or was not used. */
  const [caution, setCaution] = useState<string | null>(null)
  /** How many golfers of the field a file knows, if these are too few to fill the lists unasked. */
  const [doubt, setDoubt] = useState<string | null>(null)

  async function request({ source, file, isConfirmed }: Request): Promise<ProposalError | 'doubtful' | null> {
    const text = source === 'file' ? await readFile(file) : undefined
    if (text !== undefined && typeof text !== 'string') return text
    const espnId = editor.state.values.espnId.trim()
    const body: TierProposalRequest = { espnId, source, ...(text !== undefined && { file: text }) }
    const { golfers, reason } = await client.send<TierProposalResponse>('POST', api.tournamentProposeTiers(), body)
    if (golfers.length === 0) return { at: 'source', messages: [reason ?? 'Nothing can be proposed.'] }
    const known = golfers.filter(({ by }) => by !== 'name').length
    if (source === 'file' && !isConfirmed && knowsTooFew(known, golfers.length)) {
      setDoubt(`${known} of ${golfers.length} known`)
      return 'doubtful'
    }
    const fitting = chosenSizes ?? toDefaultSizes(golfers.length)
    const sizesError = findSizesError(fitting, golfers.length)
    if (sizesError !== undefined) return { at: 'sizes', messages: [sizesError] }
    setFittingSizes(fitting)
    setCaution(reason && `${reason} ${golfers.some(({ by }) => by === 'world') ? olderText : unusedText}`)
    const marks = toGolferMarks(golfers)
    // People would not understand an order by earlier tournaments as a rank.
    const listed = golfers.map((golfer) => (golfer.by === 'earlier' ? { ...golfer, rank: null } : golfer))
    editor.propose(splitIntoTiers(listed, fitting), describeProposal(golfers, marks))
    onProposed(marks)
    return null
  }

  return {
    sizes,
    isProposing,
    error,
    caution,
    doubt,
    dropDoubt: () => setDoubt(null),
    changeSize(index: number, size: number): void {
      const [a, b, c] = sizes.with(index, size)
      setTypedSizes([a ?? 0, b ?? 0, c ?? 0])
      setError(null)
    },
    /** Returns false if nothing was filled in, and shows why. */
    async propose(wanted: Request): Promise<boolean> {
      setIsProposing(true)
      setDoubt(null)
      const found = await request(wanted).catch(toError)
      flushSync(() => {
        setError(found === 'doubtful' ? null : found)
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
