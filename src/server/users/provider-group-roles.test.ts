import { describe, expect, test } from 'vitest'
import { toProviderGroupSettings } from '#server/platform/settings/provider-group-settings.ts'
import { toProviderGroupRole } from './provider-group-roles.ts'

const settings = { claim: 'groups', admin: 'golf admins', power: '/golf/organisers' }

describe('a role from the groups of a provider', () => {
  test.each([
    ['admin', { groups: ['members', 'golf admins'] }],
    ['power', { groups: ['/golf/organisers'] }],
    ['admin', { groups: ['/golf/organisers', 'golf admins'] }],
    [null, { groups: [] }],
    [null, {}],
    [null, { groups: ['Golf admins', 'golf admins ', 'golf', '/golf', 'golf/organisers'] }],
    // A claim of another type gives no role, whatever is in it.
    [null, { groups: 'golf admins' }],
    [null, { groups: { 'golf admins': true, 0: 'golf admins', length: 1 } }],
    [null, { groups: ['golf admins', 7] }],
    [null, { groups: [['golf admins']] }],
    [null, { groups: null }],
    [null, { groups: true }],
  ])('is %s for %j', (role, claims) => {
    expect(toProviderGroupRole(claims, settings)).toBe(role)
  })

  test('is looked for under the name of the claim only, which may be a URL', () => {
    const other = { claim: 'https://pool.example.org/groups', admin: 'a', power: undefined }
    expect(toProviderGroupRole({ 'https://pool.example.org/groups': ['a'], groups: [] }, other)).toBe('admin')
    expect(toProviderGroupRole({ groups: ['a'] }, other)).toBeNull()
    expect(toProviderGroupRole(Object.create({ groups: ['golf admins'] }), settings)).toBeNull()
  })

  test('needs a setting', () => {
    expect(toProviderGroupSettings('groups')).toBeNull()
    expect(
      toProviderGroupRole({ groups: ['undefined', ''] }, { claim: 'groups', admin: undefined, power: 'p' }),
    ).toBeNull()
  })
})
