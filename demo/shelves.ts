import type { Site } from './add-zine.ts'
import { type Member, post, put } from './api-calls.ts'
import { demoMember } from './demo-member.ts'
import { stableId } from './demo-projects.ts'
import { loadLibrary } from './library/library.ts'
import { type DemoShelf, readShelves } from './library/library-file.ts'

/** Fills the shelves of the demo member and of creators. A second run adds only what is missing. */
export async function addShelves(site: Site, demo: Member, creators: Map<string, Member>) {
  const zineIds = await zineIdsByName(site)
  for (const shelf of readShelves()) {
    const owner = shelf.owner === demoMember.username ? demo : creators.get(shelf.owner)
    if (owner) await addShelf(site, { owner, shelf, zineIds })
  }
}

type ShelfInput = { owner: Member; shelf: DemoShelf; zineIds: Map<string, string> }

async function addShelf({ app }: Site, { owner: { id, cookie }, shelf, zineIds }: ShelfInput) {
  const shelfId = shelf.isToRead ? 'to-read' : stableId(id, `shelf/${shelf.title}`)
  const { title, about, visibility } = shelf
  if (!shelf.isToRead)
    await post(app, { path: '/api/shelves', body: { id: shelfId, title, about, visibility }, cookie })
  for (const { id: name, ...notes } of shelf.zines) {
    const zineId = zineIds.get(name)
    if (zineId) await put(app, { path: `/api/shelves/${shelfId}/zines/${zineId}`, body: notes, cookie })
  }
}

/** The library's zines that exist on this site, by their ids in the library. */
async function zineIdsByName({ db }: Site) {
  const { zines } = loadLibrary()
  const rows = await db
    .selectFrom('zines')
    .innerJoin('users', 'users.id', 'creator_id')
    .select(['zines.id', 'title', 'username'])
    .where('username', 'in', [...new Set(zines.map(({ creator }) => creator))])
    .execute()
  const idByTitle = new Map(rows.map(({ id, title, username }) => [`${username}/${title}`, id]))
  return new Map(
    zines.flatMap(({ id, creator, title }) => {
      const zineId = idByTitle.get(`${creator}/${title}`)
      return zineId ? [[id, zineId] as const] : []
    }),
  )
}
