import type { Member, TestApp } from './test-app.ts'

/** A library, and a member in it who has much of everything. */
export type World = { site: TestApp; member: Member; zineId: string; creatorId: string; projectId: string }

/** The calls of a member, or of a guest, below `/api/`. */
export function callsOf({ call }: Pick<TestApp, 'call'>, as?: Member) {
  const send =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    // biome-ignore lint/suspicious/noExplicitAny: what comes back is used to make further calls
    <Body = any>(path: string, body?: object) =>
      call<Body>({ method, path: `/api/${path}`, ...(body && { body }), ...(as && { as }) })
  return { get: send('GET'), post: send('POST'), put: send('PUT'), del: send('DELETE') }
}
