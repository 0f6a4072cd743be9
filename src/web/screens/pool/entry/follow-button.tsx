import { useMutation, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { api } from '#contract/paths.ts'
import type { User } from '#contract/user-contract.ts'
import { toProblemText } from '#web/api/api-problem.ts'
import { useApi } from '#web/api/use-api.ts'
import { userQuery } from '#web/api/user-queries.ts'
import { RivalsContext } from '#web/own-entries/use-own-entries.ts'
import { StarButton } from '#web/ui/star-button.tsx'

/** Follows a player, or ends it (docs/rules.md, 4.10). */
export function FollowButton({ userId }: { userId: number }) {
  const client = useApi()
  const queries = useQueryClient()
  const isRival = use(RivalsContext).has(userId)
  const change = useMutation({
    mutationFn: () => client.send<User>('PUT', api.rivals(), { userId, isRival: !isRival }),
    onSuccess: (user) => queries.setQueryData(userQuery.queryKey, user),
  })
  return (
    <div className="cluster">
      <StarButton name="Follow" isOn={isRival} onToggle={() => change.isPending || change.mutate()} />
      <span role="status" className="field-error">
        {change.isError && toProblemText(change.error)}
      </span>
    </div>
  )
}
