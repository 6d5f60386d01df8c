import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { App } from '#server/http/fastify.ts'

/** The user agent of the demo's own sessions. Each start ends them once the library is complete. */
export const demoAgent = 'Foldout demo'

type ApiCall = { path: string; body: NonNullable<InjectOptions['payload']>; cookie?: string }
export type Member = { id: string; cookie: string }

/** Calls the site's own API in process. An error response throws. */
export const post = (app: App, request: ApiCall) => callApi(app, 'POST', request)
export const put = (app: App, request: ApiCall) => callApi(app, 'PUT', request)

async function callApi(
  app: App,
  method: 'POST' | 'PUT',
  { path, body, cookie }: ApiCall,
): Promise<LightMyRequestResponse> {
  const headers = { 'user-agent': demoAgent, ...(cookie && { cookie }) }
  const response = await app.inject({ method, url: path, headers, payload: body })
  if (response.statusCode >= 400) throw new Error(`${path} answered ${response.statusCode}: ${response.body}`)
  return response
}

type Registration = { username: string; password: string; bio: string }

/** Signs in. If the account does not exist yet, registers it the way the site's dialog does. */
export async function signInOrRegister(app: App, { username, password, bio }: Registration): Promise<Member> {
  const email = `${username.toLowerCase()}@example.org`
  const signIn = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { 'user-agent': demoAgent },
    payload: { email, password },
  })
  const body = { email, password, name: username, username, bio }
  const signedIn = signIn.statusCode === 200 ? signIn : await post(app, { path: '/api/auth/sign-up/email', body })
  const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  await post(app, { path: '/api/users/create-profile', body: {}, cookie })
  return { id: signedIn.json<{ user: { id: string } }>().user.id, cookie }
}
