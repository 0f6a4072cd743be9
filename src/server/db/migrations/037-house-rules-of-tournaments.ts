/** A tournament's own house rules, in Markdown. */
export const houseRulesOfTournaments = ['alter table tournaments add column house_rules text']
