/** Why a tournament was ended without places. */
export function cancelledTournaments(): string[] {
  return ['alter table tournaments add column cancelled_reason text']
}
