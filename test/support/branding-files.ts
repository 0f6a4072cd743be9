import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A logo and house rules, as an operator would write them, in a folder. */
export function writeBrandingFiles(folder: string): { logoFile: string; wordmarkFile: string; rulesFile: string } {
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const ball = '<circle cx="25" cy="25" r="22" fill="#0b6e4f"/><circle cx="25" cy="25" r="9" fill="#f2cd3c"/>'
  const toSvg = (width: number, content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 50">${content}</svg>`
  return {
    logoFile: write('logo.svg', toSvg(50, ball)),
    wordmarkFile: write('wordmark.svg', toSvg(200, `${ball}<path d="M60 14h130v6H60zm0 18h90v6H60z" fill="#7c8386"/>`)),
    rulesFile: write(
      'rules.md',
      `The **pot** is 20 a head, paid to the pro shop before the first tee time.

## Splitting the pot

| Place | Share |
|---|---|
| 1 | 60 % |
| 2 | 30 % |
| 3 | 10 % |

1. Equal places share their prizes.
2. Nobody wins twice:
   - the better entry counts,
   - the next player moves up.

> No haggling. See [the club's page](https://club.example/rules).

<script>alert(1)</script>
`,
    ),
  }
}
