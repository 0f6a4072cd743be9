import { execFileSync, spawnSync } from 'node:child_process'

/** Tests of the whole product run the build, so a build of earlier sources is replaced before them. */
export default function buildIfChanged(): void {
  const { status } = spawnSync(process.execPath, ['scripts/setup.mjs', '--check-build'], { stdio: 'inherit' })
  if (status !== 0) execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
}
