import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type pg from 'pg'
import { downloadEverything } from '#contract/accounts.ts'
import { inEnglish } from '#contract/in-english.ts'
import { deviceName } from '#server/auth/sessions/sessions.queries.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { notSignedIn } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import type { Limits } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { requireSelf } from '#server/http/viewer.ts'
import { type MediaStorage, openRead } from '#server/media/storage/storage.ts'
import { streamZip, type Zip } from '#server/media/stream-zip.ts'
import { findViewer } from '../accounts.queries.ts'
import { type ExportEntry, type Exported, type ExportedMedia, oldestFirst } from './read-in-batches.ts'
import {
  listBlocks,
  listDecisions,
  listFavorites,
  listFocusSessions,
  listFollows,
  listImports,
  listProjects,
  listProjectVersions,
  listUnwantedZines,
} from './read-lists.ts'
import { listDrafts, listZines } from './read-zines.ts'

async function readProfile(db: Db, userId: string): Promise<Exported> {
  const { rows } = await sql<{ pictureAddress: string | null }>`
    select u.id, u.username, p.name, p.bio, p.website_url as "websiteUrl",
      json_build_object('email', p.contact_email, 'website', p.contact_website) as "contactInfo",
      p.picture_url as "pictureAddress", p.created_at as "createdAt"
    from users u left join profiles p on p.user_id = u.id where u.id = ${userId}`.execute(db)
  const [profile] = rows
  const address = profile?.pictureAddress
  return { ...profile, ...(address && { media: [{ file: 'media/profile-picture.webp', address }] }) }
}

/** Account data without passwords, keys or tokens. */
async function readAccount(db: Db, userId: string) {
  const [user, identities, devices] = await Promise.all([
    findUser(db, userId),
    listIdentities(db, userId),
    listDevices(db, userId),
  ])
  return { ...user, identities, devices }
}

const findUser = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .leftJoin('profiles', 'user_id', 'id')
    .select([
      'id',
      'email',
      'email_verified as emailConfirmed',
      'two_factor_enabled as secondFactor',
      'users.created_at as createdAt',
      'content_notes as contentNotes',
      sql<string>`coalesce((select digest from subscriptions where user_id = users.id), 'off')`.as('digest'),
      sql<boolean>`exists (select from subscriptions where user_id = users.id and feed_secret is not null)`.as(
        'hasPrivateFeed',
      ),
      'following_seen_at as followingSeenAt',
    ])
    .where('id', '=', userId)
    .executeTakeFirst()

const listIdentities = (db: Db, userId: string) =>
  db
    .selectFrom('accounts')
    .select([
      sql<string>`case provider_id when 'credential' then 'password' else provider_id end`.as('provider'),
      'created_at as createdAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

async function listDevices(db: Db, userId: string) {
  const sessions = await db
    .selectFrom('sessions')
    .select(['user_agent', 'created_at as signedInAt', 'updated_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .orderBy('updated_at', 'desc')
    .execute()
  return sessions.map(({ user_agent, ...times }) => ({ device: inEnglish(deviceName(user_agent)), ...times }))
}

/** Shelves with their items, oldest first. Reads one at a time, as they can be long. */
async function* listShelves(db: Db, userId: string) {
  for await (const id of shelfIds(db, userId)) {
    const shelf = await findShelf(db, userId, id)
    if (shelf) yield shelf
  }
}

const shelfIds = oldestFirst({
  from: sql`shelves`,
  owner: 'owner_id',
  at: 'created_at',
  id: 'id',
  item: sql<string>`id`,
})

/** Undefined if it was deleted in the meantime. Hidden zines keep their entry, without title and creator. */
async function findShelf(db: Db, userId: string, id: string) {
  const { rows } = await sql<{ item: object }>`
    select json_build_object(
      'id', sh.id, 'title', sh.title, 'about', sh.about, 'visibility', sh.visibility, 'isToRead', sh.is_to_read,
      'createdAt', sh.created_at, 'updatedAt', sh.updated_at, 'address', '/shelf/' || sh.id,
      'zines', (
        select coalesce(json_agg(json_build_object(
          'title', z.title, 'creator', u.username, 'address', '/zine/' || z.id,
          'note', i.note, 'privateNote', i.private_note, 'addedAt', i.added_at) order by i.position), '[]')
        from shelf_items i left join zine_stats s on s.zine_id = i.zine_id
        left join zines z on z.id = s.zine_id left join users u on u.id = z.creator_id
        where i.shelf_id = sh.id)) as item
    from shelves sh where sh.owner_id = ${userId} and sh.id = ${id}`.execute(db)
  return rows[0]?.item
}

type Sources = { db: Db; storage: MediaStorage; publicUrl: string }

export const streamExport = (sources: Sources, userId: string) =>
  streamZip(async (zip) => {
    await zip.add('README.txt', Readable.from([readme(sources.publicUrl)]), true)
    const media: ExportedMedia[] = []
    for (const entry of entries) {
      await zip.add(entry.file, Readable.from(jsonOf(entry, sources.db, { userId, media })), true)
    }
    const missing: string[] = []
    for (const item of media) {
      if (!(await addMedia(zip, sources, item))) missing.push(item.file)
    }
    if (missing.length > 0) await zip.add('missing.txt', Readable.from([missingFilesText(missing)]), true)
  })

/** All data of a member, in the order of the download. Features that store member data must add an entry. */
const entries: ExportEntry[] = [
  { file: 'profile.json', read: readProfile },
  { file: 'account.json', read: readAccount },
  { file: 'zines.json', read: listZines },
  { file: 'drafts.json', read: listDrafts },
  { file: 'imports.json', read: listImports },
  { file: 'favorites.json', read: listFavorites },
  { file: 'follows.json', read: listFollows },
  { file: 'blocks.json', read: listBlocks },
  { file: 'unwanted-zines.json', read: listUnwantedZines },
  { file: 'shelves.json', read: listShelves },
  { file: 'projects.json', read: listProjects },
  { file: 'project-versions.json', read: listProjectVersions },
  { file: 'focus-sessions.json', read: listFocusSessions },
  { file: 'decisions.json', read: listDecisions },
]

async function* jsonOf(
  entry: ExportEntry,
  db: Db,
  { userId, media }: { userId: string; media: ExportedMedia[] },
): AsyncGenerator<string, void> {
  const text = ({ media: itemMedia = [], ...rest }: Exported) => {
    media.push(...itemMedia)
    return JSON.stringify(rest, null, 2)
  }
  const content = entry.read(db, userId)
  if (!(Symbol.asyncIterator in content)) return yield `${text(await content)}\n`
  let separator = '['
  for await (const item of content) {
    yield `${separator}\n${text(item)}`
    separator = ','
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}

/** False if the file is missing, because its zine was just deleted or storage lost it. */
async function addMedia(zip: Zip, { db, storage }: Sources, item: ExportedMedia) {
  const { file } = item
  if ('read' in item) {
    const text = await item.read(db)
    if (text !== undefined) await zip.add(file, Readable.from([text]), true)
    return text !== undefined
  }
  const { address } = item
  const stored = await storage.find(address.slice(address.lastIndexOf('/') + 1))
  const content = stored && (await openRead(stored))
  if (!content) return false
  await zip.add(file, content, false)
  return true
}

const readme = (publicUrl: string) => `This is all your data on ${publicUrl}.

profile.json          your public profile
account.json          your private account data: email, sign-in methods, devices, email digest
zines.json            your zines, oldest first, with their texts and their pages in order
drafts.json           your unpublished drafts, oldest first
imports.json          the results of your last ten imports, row by row, for a month
media/                the pages, in a folder for each zine or draft, and your profile photo;
                      01-print.jpg is the print version of 01.webp, if there is one, and
                      cover-of-printing-1.webp the cover of an earlier printing;
                      01.es.vtt are the captions of the video 01.mp4 in Spanish;
                      pages made on the site name their images in "recipe"; an import
                      can read these recipes, see the column "recipes"
favorites.json        zines you favorited
follows.json          creators you follow
blocks.json           creators you blocked
unwanted-zines.json   zines you hid from your lists
shelves.json          your shelves with their zines, in your order, and your notes
projects.json         your projects with their notes and minutes
project-versions.json the latest earlier versions of your projects
focus-sessions.json   the time you spent on your projects
decisions.json        moderation decisions about you and your zines, and your replies

Paths such as /zine/... belong to ${publicUrl}. Times are UTC. Every file is UTF-8.
`

const missingFilesText = (files: string[]) =>
  `These files could not be found while this zip was made. Their zines may have been deleted in the meantime.\n\n${files.join('\n')}\n`

type ExportDeps = { config: Config; db: Db; limits: Limits; pool: pg.Pool; storage: MediaStorage }

export function exportRoutes(app: App, { config, db, limits, pool, storage }: ExportDeps) {
  app.route({
    ...route(downloadEverything),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { id } = requireSelf(request, request.params.id)
      const user = await findViewer(pool, id)
      if (!user) throw notSignedIn()
      await limits.consume('export', id)
      reply.header('content-disposition', attachment(user.username)).type('application/zip')
      return reply.send(streamExport({ db, storage, publicUrl: config.publicUrl }, id))
    },
  })
}

function attachment(username: string, now = new Date()) {
  const fileName = (name: string) => `foldout-${name}-${now.toISOString().slice(0, 10)}.zip`
  const ascii = fileName(username.replace(/[^\w.-]/gu, '_'))
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName(username))}`
}
