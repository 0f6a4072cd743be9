import { useState } from 'react'
import { emptyFee } from '#domain/money/fee.ts'
import { Field } from '#web/ui/field.tsx'
import type { TournamentEditor } from '../editor/use-tournament-editor.ts'
import { withFee } from '../values/tournament-form-state.ts'
import type { FieldName } from '../values/tournament-values.ts'

type Props = { editor: TournamentEditor; errors: ReadonlyMap<FieldName, string> }

/** What playing costs and what there is to win, folded while there is no fee (docs/rules.md, 13). */
export function FeeFields({ editor: { state, edit, touch }, errors }: Props) {
  const { fee } = state.values
  const change = (changes: Partial<typeof fee>) => edit((form) => withFee(form, { ...form.values.fee, ...changes }))
  const [isOpen, setIsOpen] = useState(JSON.stringify(fee) !== JSON.stringify(emptyFee))
  const hasError = errors.has('fee.price') || errors.has('fee.payouts')
  return (
    <details
      className="disclosure"
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>Fee and payouts</summary>
      <div className="stack-close">
        <p className="small-print">
          Leave the fee empty if playing is free. The pool moves no money: you collect and pay it.
        </p>
        <Field label="Fee" error={errors.get('fee.price')} help="As in 20 USD, or in words: a sleeve of balls">
          {(control) => (
            <input
              {...control}
              maxLength={100}
              value={fee.price}
              onChange={({ target }) => change({ price: target.value })}
              onBlur={() => touch('fee.price')}
            />
          )}
        </Field>
        <label className="choice">
          <input
            type="checkbox"
            checked={fee.isPerEntry}
            onChange={({ target }) => change({ isPerEntry: target.checked })}
          />
          For each of the three entries
        </label>
        <Field
          label="How to pay"
          error={undefined}
          help="The name of an account, or a link. Players see it until you have marked them as paid."
        >
          {(control) => (
            <textarea
              {...control}
              rows={2}
              maxLength={500}
              value={fee.howToPay}
              onChange={({ target }) => change({ howToPay: target.value })}
            />
          )}
        </Field>
        <Field
          label="Payouts"
          error={errors.get('fee.payouts')}
          help="One per line: 1st: 60%, last: 20 or round 2: 5%. Amounts come first; shares are of the rest of the pot."
        >
          {(control) => (
            <textarea
              {...control}
              rows={4}
              maxLength={1000}
              value={fee.payouts}
              onChange={({ target }) => change({ payouts: target.value })}
              onBlur={() => touch('fee.payouts')}
            />
          )}
        </Field>
        <label className="choice">
          <input
            type="checkbox"
            checked={fee.keepsWithdrawn}
            onChange={({ target }) => change({ keepsWithdrawn: target.checked })}
          />
          Those who withdraw get no refund
        </label>
      </div>
    </details>
  )
}
