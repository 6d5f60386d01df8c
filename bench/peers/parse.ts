import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { EmbeddedConnection } from '#server/db/embedded/database.ts'
import { copyBetween } from './copy-between.ts'
import {
  type Asked,
  counter,
  type Filling,
  type Peer,
  pageSize,
  poolSize,
  type Question,
  wrongCounters,
} from './peer.ts'
import { ask, startServer } from './server-process.ts'

/** It asks for Node 24 at the most. */
export const parsePackage = {
  dependencies: { 'parse-server': '9.10.0', node: '24.21.0' },
  allowScripts: { node: true } as const,
}

const app = { 'x-parse-application-id': 'peers' }
const admin = { ...app, 'x-parse-master-key': 'peers-admin' }
const counted = {
  favorites: '"Favorite"',
  zine: 'zine',
  zines: '"Zine"',
  id: '"objectId"',
  count: '"favoriteCount"',
}

/**
 * Production; nothing is logged but errors, no limits of rate (as it comes), caches as they come. Clients name what they
 * make, as the other two let them, and make no classes.
 */
const settings = ({ host, database, user }: EmbeddedConnection, port: number) => ({
  appId: 'peers',
  masterKey: 'peers-admin',
  databaseURI: `postgres://${user}@localhost/${database}?max=${poolSize}`,
  databaseOptions: { host },
  port,
  host: '127.0.0.1',
  serverURL: `http://127.0.0.1:${port}/parse`,
  mountPath: '/parse',
  logLevel: 'error',
  silent: true,
  allowCustomObjectId: true,
  allowClientClassCreation: false,
})

type Reader = { id: string; token: string }

export function parse(folder: string, database: EmbeddedConnection, reader: Reader): Peer {
  const headers = { ...app, 'x-parse-session-token': reader.token }
  const ACL = { [reader.id]: { read: true, write: true } }
  const member = { __type: 'Pointer', className: '_User', objectId: reader.id }
  return {
    title: 'Parse Server',
    version: parsePackage.dependencies['parse-server'],
    node: join(folder, 'node_modules/.bin/node'),
    server: (port) => {
      const config = join(folder, 'config.json')
      writeFileSync(config, JSON.stringify(settings(database, port)))
      const args = [join(folder, 'node_modules/parse-server/bin/parse-server'), config]
      return { args, env: {}, cwd: folder }
    },
    ask: (question) => ({ method: 'GET', path: pathOf(question), headers: app }),
    idsIn: (answer) => {
      const { results = [answer] } = answer as { results?: unknown[] }
      return (results as { objectId: string }[]).map(({ objectId }) => objectId)
    },
    favor: (zine, id) => ({
      make: {
        method: 'POST',
        path: '/parse/classes/Favorite',
        headers,
        body: { objectId: id, zine: { __type: 'Pointer', className: 'Zine', objectId: zine }, member, ACL },
      },
      undo: { method: 'DELETE', path: `/parse/classes/Favorite/${id}`, headers },
    }),
    statuses: [200, 201],
    database,
    wrongCounters: wrongCounters(counted),
  }
}

const fields = 'include=creator&keys=title,description,createdAt,favoriteCount,creator.username'

function pathOf(question: Question) {
  if (question.about === 'zine') return `/parse/classes/Zine/${question.id}?${fields}`
  const page = `/parse/classes/Zine?${fields}&limit=${pageSize}`
  if (question.about === 'popular') return `${page}&order=-favoriteCount,-objectId&skip=${question.skip}`
  const newest = `${page}&order=-createdAt,-objectId`
  return question.about === 'newest' ? newest : `${newest}&where=${encodeURIComponent(search(question.text))}`
}

/** Whole words, of one field, and so of one that has both texts. No language's endings: the words are of several, and made up. */
const search = ($term: string) =>
  JSON.stringify({ text: { $text: { $search: { $term, $language: 'simple' } } } })

/**
 * Makes classes and their permissions through the API, and the rows by COPY.
 * @returns the reader's session
 */
export async function fillParse(peer: Peer, { source, target, reader }: Filling) {
  const server = await startServer(peer, { method: 'GET', path: '/parse/schemas', headers: admin })
  try {
    const call = (path: string, body?: unknown) => {
      const asked: Asked = { method: 'POST', path: `/parse${path}`, headers: admin, body }
      return ask(server.port, asked)
    }
    for (const each of classes) await call(`/schemas/${each.className}`, each)
    await fill(source, target)
    const { sessionToken } = (await call('/loginAs', { userId: reader })) as { sessionToken: string }
    return sessionToken
  } finally {
    await server.stop()
  }
}

const anybody = { '*': true }
const members = { requiresAuthentication: true }
const classes = [
  {
    className: 'Zine',
    fields: {
      title: { type: 'String' },
      description: { type: 'String' },
      text: { type: 'String' },
      creator: { type: 'Pointer', targetClass: '_User' },
      favoriteCount: { type: 'Number', defaultValue: 0 },
    },
    classLevelPermissions: { find: anybody, get: anybody, create: {}, update: {}, delete: {} },
  },
  {
    className: 'Favorite',
    fields: {
      zine: { type: 'Pointer', targetClass: 'Zine' },
      member: { type: 'Pointer', targetClass: '_User' },
    },
    classLevelPermissions: { find: members, get: members, create: members, update: {}, delete: members },
  },
]

async function fill(source: pg.Client, target: pg.Client) {
  const seenByAll = `'{*}'::text[], '{}'::text[]`
  await copyBetween(source, target, {
    select: `select id, username, created_at, created_at, '{*}'::text[], array[id::text] from users`,
    into: '"_User" ("objectId", username, "createdAt", "updatedAt", _rperm, _wperm)',
  })
  await copyBetween(source, target, {
    select: `select id, title, description, concat_ws(' ', title, description), creator_id, favorite_count,
      created_at, created_at, ${seenByAll} from zines join zine_stats on zine_id = id`,
    into: `"Zine" ("objectId", title, description, text, creator, "favoriteCount",
      "createdAt", "updatedAt", _rperm, _wperm)`,
  })
  await copyBetween(source, target, {
    select: `select gen_random_uuid(), zine_id, user_id, created_at, created_at, array[user_id::text],
      array[user_id::text] from favorites`,
    into: '"Favorite" ("objectId", zine, member, "createdAt", "updatedAt", _rperm, _wperm)',
  })
  await target.query(indexes)
  await target.query(counter(counted))
}

const indexes = `
  create index on "Zine" ("createdAt" desc, "objectId" desc);
  create index on "Zine" ("favoriteCount" desc, "objectId" desc);
  create index on "Zine" (creator);
  create index on "Zine" using gin (to_tsvector('simple', text));
  create unique index on "Favorite" (member, zine);
  create index on "Favorite" (zine)`
