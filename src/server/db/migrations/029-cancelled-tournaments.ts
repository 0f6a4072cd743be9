/** Why a tournament was ended without places. */
export const cancelledTournaments = ['alter table tournaments add column cancelled_reason text']
