import { useState } from 'react'
import { emptyFee, type Fee, readFee } from '#domain/payments/fee.ts'
import { describePayout, readPayoutLines } from '#domain/payments/payouts.ts'
import type { TournamentEditor } from '#web/screens/tournament/editor/use-tournament-editor.ts'
import { withFee, withText } from '#web/screens/tournament/values/tournament-form-state.ts'
import type { FieldName } from '#web/screens/tournament/values/tournament-values.ts'
import { AreaField, Choice, InputField, Radios } from '#web/ui/field.tsx'

type Props = { editor: TournamentEditor; errors: ReadonlyMap<FieldName, string> }

/** The places stay shared either way (docs/rules.md, 13.2). */
const tieChoices = [
  [false, 'They split the prizes of their places'],
  [true, 'The tiebreaker answers decide who gets which'],
] as const

/** The fee, the payouts and the house rules. Folded while all are empty (docs/rules.md, 13). */
export function FeeFields({ editor: { state, edit, touch }, errors }: Props) {
  const { fee, houseRules } = state.values
  const change = (changes: Partial<typeof fee>) => edit((form) => withFee(form, { ...form.values.fee, ...changes }))
  const [isOpen, setIsOpen] = useState(JSON.stringify(fee) !== JSON.stringify(emptyFee) || houseRules !== '')
  const hasError = errors.has('fee.price') || errors.has('fee.payouts') || errors.has('houseRules')
  return (
    <details
      className="disclosure"
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>Fee, payouts and house rules</summary>
      <div className="stack-close">
        <p className="small-print">
          Leave the fee empty if playing is free. The pool moves no money: you collect and pay it.
        </p>
        <InputField
          label="Fee"
          error={errors.get('fee.price')}
          help="As in 20 USD, or in words: a sleeve of balls"
          maxLength={100}
          value={fee.price}
          onChange={(price) => change({ price })}
          onBlur={() => touch('fee.price')}
        />
        <Choice checked={fee.isPerEntry} onChange={(isPerEntry) => change({ isPerEntry })}>
          For each of the three entries
        </Choice>
        <AreaField
          label="How to pay"
          help="The name of an account, or a link. Players see it until you have marked them as paid."
          rows={2}
          maxLength={500}
          value={fee.howToPay}
          onChange={(howToPay) => change({ howToPay })}
        />
        <AreaField
          label="Payouts"
          error={errors.get('fee.payouts')}
          help="One prize per line: 1st: 60%, last: 20 or round 2: 5%. Amounts come first; shares are of the rest of the pot."
          rows={4}
          maxLength={1000}
          value={fee.payouts}
          onChange={(payouts) => change({ payouts })}
          onBlur={() => touch('fee.payouts')}
        />
        <UnderstoodPayouts fee={fee} />
        <Choice checked={fee.keepsWithdrawn} onChange={(keepsWithdrawn) => change({ keepsWithdrawn })}>
          Those who withdraw get no refund
        </Choice>
        <Choice checked={fee.countsPaid} onChange={(countsPaid) => change({ countsPaid })}>
          The pot counts only those who have paid
        </Choice>
        <fieldset>
          <legend className="field-label">If entries tie for a prize</legend>
          <Radios
            options={tieChoices}
            chosen={fee.tiesByAnswers}
            onChange={(tiesByAnswers) => change({ tiesByAnswers })}
          />
        </fieldset>
        <AreaField
          label="House rules and prizes"
          error={errors.get('houseRules')}
          help="Players see them beside the payouts and under “House rules”, instead of the pool’s own. Markdown works, as in # Heading and **bold**."
          rows={8}
          value={houseRules}
          onChange={(text) => edit((form) => withText(form, 'houseRules', text))}
          onBlur={() => touch('houseRules')}
        />
      </div>
    </details>
  )
}

/** Shows how the pool reads each line of the payouts. */
function UnderstoodPayouts({ fee }: { fee: Fee }) {
  const { price } = readFee(fee)
  if (price === null || fee.payouts.trim() === '') return null
  const { currency } = price
  return (
    <div className="small-print">
      <p id="understood-payouts">The pool understands:</p>
      <ul aria-labelledby="understood-payouts">
        {readPayoutLines(fee.payouts, currency).map(({ line, payout }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be equal.
          <li key={index}>
            {typeof payout === 'string' ? `${line}: not understood` : describePayout(payout, currency)}
          </li>
        ))}
      </ul>
    </div>
  )
}
