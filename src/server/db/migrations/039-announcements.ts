/** At most one row, which stays to be locked: the announced event (docs/rules.md, 8.7), or null. */
export const announcements = ['create table announcements (id integer primary key check (id = 1), content text)']
