import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Provider, { type KoaContextWithOIDC } from 'oidc-provider'

/** The claims of a person at the provider. */
export type ProviderUser = {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  preferred_username?: string
}

/**
 * A real OpenID provider on its own port. It signs visitors in as `user` without a prompt. With `promptsForName`, a page asks for
 * a name. If `userInfoRedirect` is set, requests for the claims are redirected there. The path `unresponsivePath` never gets a
 * response.
 */
export async function startOidcProvider(redirectUri: string, { port = 0, promptsForName = false } = {}) {
  const people = new Map<string, ProviderUser>()
  const state: {
    user: ProviderUser
    deniesAccess?: boolean
    userInfoRedirect?: string
    unresponsivePath?: string
  } = {
    user: { sub: 'nobody' },
  }
  const server = createServer()
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { client_id: 'foldout', client_secret: 'a secret of the test', redirect_uris: [redirectUri] }
  const provider = new Provider(issuer, {
    clients: [client],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => people.get(sub) ?? { sub } }),
    loadExistingGrant,
  })
  provider.use(async (context, next) => {
    if (context.path === state.unresponsivePath) await new Promise(() => undefined)
    if (context.path === '/me' && state.userInfoRedirect) return context.redirect(state.userInfoRedirect)
    if (!context.path.startsWith('/interaction/')) return next()
    if (promptsForName) {
      context.body = namePage
      if (context.method === 'GET') return
      state.user = userNamed((await text(context.req)).replace(/^name=/, ''))
    }
    people.set(state.user.sub, state.user)
    const result = state.deniesAccess ? { error: 'access_denied' } : { login: { accountId: state.user.sub } }
    await provider.interactionFinished(context.req, context.res, result)
  })
  server.on('request', provider.callback())

  async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
    const grant = new provider.Grant({ clientId: client.client_id, accountId: oidc.session?.accountId ?? '' })
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  }

  return {
    issuer,
    state,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_NAME: 'Open House',
    },
    /** Follows the provider's pages like a browser. Returns the URL that the provider redirects back to. */
    followRedirects: (url: string) => followRedirects(url, issuer),
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}

const namePage = `<!doctype html><title>Open House</title>
<form method="post"><label>Your name <input name="name"></label> <button>Sign in at Open House</button></form>`

const userNamed = (name: string): ProviderUser => ({
  sub: name,
  email: `${name}@openhouse.example`,
  email_verified: true,
  preferred_username: name,
})

async function followRedirects(url: string, issuer: string) {
  const cookies = new Map<string, string>()
  let address = new URL(url)
  for (let steps = 0; address.origin === issuer; steps++) {
    if (steps > 10) throw new Error(`the provider goes in circles at ${address}`)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (!next) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
    address = new URL(next, address)
  }
  return address
}
