/**
 * How six providers behave as OpenID providers, as their documentation and sources say: the form of the issuer, addresses,
 * what the discovery document lists, and what their ID tokens contain. `base` is the origin of the test provider.
 */
export type UpstreamProfile = {
  key: string
  name: string
  /** The issuer as it stands in tokens. */
  issuer(base: string): string
  paths: { authorize: string; token: string; keys: string; userinfo: string }
  discovery: Readonly<Record<string, unknown>>
  /** How the client must authenticate; `any` of the two. */
  clientAuth: 'post' | 'basic' | 'any'
  /** The JWK lists its algorithm. Entra's do not. */
  keyHasAlgorithm: boolean
  subject: string
  /** Claims of the ID token besides the registered ones. */
  claims(person: UpstreamPerson, scopes: ReadonlySet<string>): Record<string, unknown>
  /** Further parameters of the callback. */
  callback: Readonly<Record<string, string>>
  /** Sends `iss` with the callback (RFC 9207). */
  sendsIssuer: boolean
  accessToken: string
  /** Further fields of the token response. */
  tokenResponse: Readonly<Record<string, unknown>>
  /** Settings of our side that its recipe names, besides issuer and client. */
  settings: Readonly<Record<string, string>>
  /** Whether its recipe makes addresses verified. */
  verifiesEmail: boolean
}

export type UpstreamPerson = { name: string; email: string | undefined; emailVerified: boolean }

const profile = (scopes: ReadonlySet<string>, claims: Record<string, unknown>) => (scopes.has('profile') ? claims : {})
const email = (scopes: ReadonlySet<string>, { email: address, emailVerified }: UpstreamPerson) =>
  scopes.has('email') && address !== undefined ? { email: address, email_verified: emailVerified } : {}
const firstName = ({ name }: UpstreamPerson) => name.split(' ')[0]

/** A realm of Keycloak. The address is verified where the administrator or Keycloak's own mail has verified it. */
const keycloak: UpstreamProfile = {
  key: 'keycloak',
  name: 'Keycloak',
  issuer: (base) => `${base}/realms/club`,
  paths: {
    authorize: '/realms/club/protocol/openid-connect/auth',
    token: '/realms/club/protocol/openid-connect/token',
    keys: '/realms/club/protocol/openid-connect/certs',
    userinfo: '/realms/club/protocol/openid-connect/userinfo',
  },
  discovery: {
    id_token_signing_alg_values_supported: ['PS384', 'RS384', 'EdDSA', 'ES384', 'HS256', 'HS512', 'ES256', 'RS256'],
    token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic', 'client_secret_post'],
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ['plain', 'S256'],
  },
  clientAuth: 'any',
  keyHasAlgorithm: true,
  subject: 'f3a2c1d0-5b6e-4f70-8a91-b2c3d4e5f607',
  claims: (person, scopes) => ({
    typ: 'ID',
    azp: 'player-pool',
    sid: '0f3b9d1a-7c55-4a52-9d08-9fd0ad8bfb0c',
    acr: '1',
    ...email(scopes, person),
    ...profile(scopes, { name: person.name, preferred_username: 'jane', given_name: firstName(person) }),
  }),
  callback: { session_state: '0f3b9d1a-7c55-4a52-9d08-9fd0ad8bfb0c' },
  sendsIssuer: true,
  accessToken: 'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2ln',
  tokenResponse: {
    'not-before-policy': 0,
    session_state: '0f3b9d1a-7c55-4a52-9d08-9fd0ad8bfb0c',
    refresh_expires_in: 1800,
  },
  settings: {},
  verifiesEmail: true,
}

/** An application of authentik. Since 2025.10 it calls every address unverified unless a scope mapping says otherwise. */
const authentik: UpstreamProfile = {
  key: 'authentik',
  name: 'authentik',
  issuer: (base) => `${base}/application/o/player-pool/`,
  paths: {
    authorize: '/application/o/authorize/',
    token: '/application/o/token/',
    keys: '/application/o/player-pool/jwks/',
    userinfo: '/application/o/userinfo/',
  },
  discovery: {
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['plain', 'S256'],
  },
  clientAuth: 'any',
  keyHasAlgorithm: true,
  subject: '5b2f8c6e9d1a4b73c0e5f7a89b6d2c41e3f5a7b9c1d3e5f70812a4b6c8d0e2f4',
  claims: (person, scopes) => ({
    acr: 'goauthentik.io/providers/oauth2/default',
    uid: 'n2Fh1vJ0',
    ...email(scopes, { ...person, emailVerified: false }),
    ...profile(scopes, {
      name: person.name,
      given_name: person.name,
      preferred_username: 'jane',
      nickname: 'jane',
      groups: ['members'],
    }),
  }),
  callback: {},
  sendsIssuer: false,
  accessToken: 'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2ln',
  tokenResponse: { scope: 'openid profile email' },
  settings: { NAME: 'authentik' },
  verifiesEmail: false,
}

/** One tenant of Entra ID. There is no `email_verified`, and the keys do not name their algorithm. */
const entraTenant = '11111111-2222-3333-4444-555555555555'
const entra: UpstreamProfile = {
  key: 'entra',
  name: 'Microsoft',
  issuer: (base) => `${base}/${entraTenant}/v2.0`,
  paths: {
    authorize: `/${entraTenant}/oauth2/v2.0/authorize`,
    token: `/${entraTenant}/oauth2/v2.0/token`,
    keys: `/${entraTenant}/discovery/v2.0/keys`,
    userinfo: '/oidc/userinfo',
  },
  discovery: {
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    tenant_region_scope: 'EU',
    cloud_instance_name: 'microsoftonline.com',
  },
  clientAuth: 'any',
  keyHasAlgorithm: false,
  subject: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
  claims: (person, scopes) => ({
    ver: '2.0',
    tid: entraTenant,
    rh: '0.ASoA',
    uti: 'bXlVdGk',
    aio: 'Df2UVXL1ix',
    ...(scopes.has('email') && person.email !== undefined && { email: person.email }),
    ...profile(scopes, { name: person.name, preferred_username: 'jane@contoso.example', oid: '7d0c' }),
  }),
  callback: { session_state: '8c4a6b10' },
  sendsIssuer: false,
  accessToken: 'EwB4A8l6BAAUbDba3x2OMJElkF7gJ4z',
  tokenResponse: { ext_expires_in: 3599, scope: 'openid profile email' },
  settings: { NAME: 'Microsoft', TRUST_EMAIL: 'on' },
  verifiesEmail: true,
}

/** Google: numeric subjects, verified addresses, token endpoint on another host. */
const google: UpstreamProfile = {
  key: 'google',
  name: 'Google',
  issuer: (base) => base,
  paths: { authorize: '/o/oauth2/v2/auth', token: '/token', keys: '/oauth2/v3/certs', userinfo: '/v1/userinfo' },
  discovery: {
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ['plain', 'S256'],
  },
  clientAuth: 'any',
  keyHasAlgorithm: true,
  subject: '110169484474386276334',
  claims: (person, scopes) => ({
    azp: '1234.apps.googleusercontent.example',
    ...email(scopes, person),
    ...profile(scopes, { name: person.name, given_name: firstName(person), picture: 'https://pictures.example/jane' }),
  }),
  callback: { scope: 'email profile openid', authuser: '0', prompt: 'consent' },
  sendsIssuer: true,
  accessToken: 'ya29.a0AfB_byC',
  tokenResponse: { scope: 'openid email profile' },
  settings: {},
  verifiesEmail: true,
}

/** Auth0: an issuer with a slash, subjects with a pipe, HS256 in the list, and here a client that must use Post. */
const auth0: UpstreamProfile = {
  key: 'auth0',
  name: 'Auth0',
  issuer: (base) => `${base}/`,
  paths: { authorize: '/authorize', token: '/oauth/token', keys: '/.well-known/jwks.json', userinfo: '/userinfo' },
  discovery: {
    id_token_signing_alg_values_supported: ['HS256', 'RS256', 'PS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    code_challenge_methods_supported: ['S256', 'plain'],
  },
  clientAuth: 'post',
  keyHasAlgorithm: true,
  subject: 'auth0|507f1f77bcf86cd799439011',
  claims: (person, scopes) => ({
    sid: 'Ym9yZWQ',
    ...email(scopes, person),
    ...profile(scopes, {
      name: person.name,
      nickname: 'jane',
      picture: 'https://pictures.example/jane',
      updated_at: '2026-01-02T03:04:05.678Z',
    }),
  }),
  callback: {},
  sendsIssuer: false,
  accessToken: 'opaque-because-no-audience-was-asked-for',
  tokenResponse: { scope: 'openid profile email' },
  settings: {},
  verifiesEmail: true,
}

/** Pocket ID: passkeys only. The address is verified if the server says so for all, or the person confirmed it. */
const pocketid: UpstreamProfile = {
  key: 'pocketid',
  name: 'Pocket ID',
  issuer: (base) => base,
  paths: {
    authorize: '/authorize',
    token: '/api/oidc/token',
    keys: '/.well-known/jwks.json',
    userinfo: '/api/oidc/userinfo',
  },
  discovery: {
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ['plain', 'S256'],
  },
  clientAuth: 'any',
  keyHasAlgorithm: true,
  subject: 'c2b5f0a8-2d9e-4d5f-9d3b-0b1c2d3e4f5a',
  claims: (person, scopes) => ({
    type: 'id-token',
    amr: ['phr'],
    ...email(scopes, person),
    ...profile(scopes, {
      given_name: firstName(person),
      name: person.name,
      display_name: person.name,
      preferred_username: 'jane',
    }),
  }),
  callback: {},
  sendsIssuer: true,
  accessToken: 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2ln',
  tokenResponse: { scope: 'openid profile email' },
  settings: { NAME: 'Pocket ID' },
  verifiesEmail: true,
}

export const upstreamProfiles = [keycloak, authentik, entra, google, auth0, pocketid] as const
