import type { RemovedShelfItem } from '#contract/shelf-items.ts'
import type { Shelf, ShelfItem } from '#contract/shelves.ts'
import type { Member, TestApp } from '#tests/support/test-app.ts'

export type ShelfPage = { shelf: Shelf; items: ShelfItem[]; nextCursor: string | null }
export type RemovalResult = { success: true; taken?: RemovedShelfItem }
type ErrorBody = { error: string; code: string }

export const shelfCalls = (site: () => TestApp) => {
  const send =
    (method: 'POST' | 'PUT' | 'DELETE') =>
    <ResponseBody = ErrorBody>(path: string, as?: Member, body?: object) =>
      site().call<ResponseBody & ErrorBody>({
        method,
        path: `/api/shelves${path}`,
        as,
        ...(body && { body }),
      })
  const [post, put, remove] = [send('POST'), send('PUT'), send('DELETE')]
  const begin = async (as: Member, fields: object = {}) =>
    (await post<{ shelf: Shelf }>('', as, { title: 'Night', ...fields })).body.shelf
  const add = (as: Member, shelf: { id: string }, zine: { id: string }, body?: object) =>
    put<{ item: ShelfItem; shelf: Shelf }>(`/${shelf.id}/zines/${zine.id}`, as, body)
  const read = (shelf: { id: string }, as?: Member, query = '') =>
    site().call<ShelfPage & ErrorBody>({ path: `/api/shelves/${shelf.id}${query}`, as })
  const titles = async (shelf: { id: string }, as?: Member) =>
    (await read(shelf, as)).body.items.map(({ zine }) => zine?.title ?? null)
  return { post, put, remove, begin, add, read, titles }
}
