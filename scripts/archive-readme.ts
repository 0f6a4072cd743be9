/** The README of the release archive: that of the repository with the archive's own commands, which need no clone and no npm. */

const commands = `## Run it

Unpack the archive in the folder that is to hold your data and settings; newer versions go next to it. Then run there:

\`\`\`
player-pool-VERSION/player-pool
\`\`\`

The server prints a link. Open it, and you are the first admin at <http://localhost:8080>. In another terminal, in the same
folder:

\`\`\`
player-pool-VERSION/player-pool admin            list the commands
player-pool-VERSION/player-pool admin doctor     check the installation
player-pool-VERSION/player-pool verify FILE      verify the bundle of a tournament
player-pool-VERSION/player-pool --version        print the version
\`\`\`

Where the documents say \`npm run admin -- …\`, run \`player-pool-VERSION/player-pool admin …\`.

`

export function toArchiveReadme(readme: string, version: string): string {
  const badges = /^\[!\[.*\n/gm
  const forClones = /^## Run it\n[\s\S]*?(?=^## The rest\n)/m
  const forContributors = /^- To change it:.*\n(?: {2}.*\n)*/m
  for (const part of [badges, forClones, forContributors])
    if (readme.search(part) < 0) throw new Error(`The README has no ${part}.`)
  return readme
    .replace(badges, '')
    .replace(forClones, commands.replaceAll('VERSION', version))
    .replace(forContributors, '')
    .replace(/\n{3,}/g, '\n\n')
}
