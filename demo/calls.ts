import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { App } from '#server/http/fastify.ts'

type Call = { path: string; body: NonNullable<InjectOptions['payload']>; cookie?: string }
export type Member = { id: string; cookie: string }

/** Calls the site's own API in process. An error response throws. */
export const post = (app: App, call: Call) => send(app, 'POST', call)
export const put = (app: App, call: Call) => send(app, 'PUT', call)

async function send(
  app: App,
  method: 'POST' | 'PUT',
  { path, body, cookie }: Call,
): Promise<LightMyRequestResponse> {
  const headers = cookie ? { cookie } : {}
  const answer = await app.inject({ method, url: path, headers, payload: body })
  if (answer.statusCode >= 400) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
  return answer
}

type Registration = { username: string; password: string; bio: string }

/** Signs in. If the account does not exist yet, registers it the way the site's dialog does. */
export async function enter(app: App, { username, password, bio }: Registration): Promise<Member> {
  const email = `${username.toLowerCase()}@example.org`
  const known = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password },
  })
  const body = { email, password, name: username, username, bio }
  const signedIn =
    known.statusCode === 200 ? known : await post(app, { path: '/api/auth/sign-up/email', body })
  const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  await post(app, { path: '/api/users/create-profile', body: {}, cookie })
  return { id: signedIn.json<{ user: { id: string } }>().user.id, cookie }
}
