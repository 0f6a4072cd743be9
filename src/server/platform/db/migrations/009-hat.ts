/** Whether organisers have hidden the Hat of a tournament (docs/rules.md, 4.12). */
export function hat(): string[] {
  return ['alter table tournaments add column hides_hat integer not null default 0 check (hides_hat in (0, 1))']
}
