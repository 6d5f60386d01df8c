import { fillMemberData } from './large-library.ts'
import type { Member, TestApp } from './test-app.ts'

/** A library, a member with many rows of every kind, and callers for this member and for a guest. */
export type ApiCallContext = Awaited<ReturnType<typeof createApiCallContext>>

export async function createApiCallContext(site: TestApp) {
  const member = await site.signUp()
  const { projectId } = await fillMemberData(site.pool, member.id, { projects: 14_000 })
  const [zine] = await site.sql<{ id: string; creator_id: string }>(
    'select id, creator_id from zines where creator_id <> $1 order by id limit 1 ',
    member.id,
  )
  const callers = { asMember: createCaller(site, member), asGuest: createCaller(site) }
  const memberPath = `/api/users/${member.id}`
  return {
    site,
    member,
    memberPath,
    projectId,
    zineId: zine?.id ?? '',
    creatorId: zine?.creator_id ?? '',
    ...callers,
  }
}

/** Makes requests as a member or as a guest. Each returns the response body. */
function createCaller(site: TestApp, as?: Member) {
  const get = async <Body>(path: string) => (await site.get<Body>(path, as)).body
  return {
    get,
    getAll: async (...paths: string[]) => {
      for (const path of paths) await get(path)
    },
    /** Fetches the first page and the next one, with the usual limit and with the highest one. */
    getPages: async (...paths: string[]) => {
      for (const page of paths.flatMap((path) => [24, 100].map((limit) => withQuery(path, `limit=${limit}`)))) {
        const { nextCursor } = await get<{ nextCursor: string | null }>(page)
        if (nextCursor) await get(`${page}&cursor=${nextCursor}`)
      }
    },
    post: async <Body>(path: string, body: object = {}) => (await site.post<Body>(path, body, as)).body,
    put: async <Body>(path: string, body?: object) => (await site.put<Body>(path, body, as)).body,
    delete: (path: string, body?: object) => site.delete(path, as, body),
  }
}

export const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`

export async function callTwice<Result>(call: (time: number) => Promise<Result>) {
  await call(0)
  return call(1)
}
