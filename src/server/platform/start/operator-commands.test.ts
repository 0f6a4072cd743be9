import { expect, it } from 'vitest'
import { toTypedProgram } from './operator-commands.ts'

it.each([
  [
    'in the folder with the archive',
    '/home/ada/pool/player-pool-0.1.0',
    '/home/ada/pool',
    'player-pool-0.1.0/player-pool',
  ],
  [
    'under systemd',
    '/opt/player-pool/player-pool-0.1.0',
    '/var/lib/player-pool',
    '/opt/player-pool/player-pool-0.1.0/player-pool',
  ],
  ['in the image', '/player-pool', '/data', '/player-pool/player-pool'],
])('messages name the program as it can be typed %s', (_where, root, folder, typed) => {
  expect(toTypedProgram(`${root}/player-pool`, folder)).toBe(typed)
})
