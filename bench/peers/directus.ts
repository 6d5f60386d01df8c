import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
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

/** The last one that keeps members to their own rows without a licence: 12 refuses rules of rows, fields and presets. */
export const directusPackage = {
  dependencies: { directus: '11.17.4' },
  // The one it asks for has to be compiled, and this one comes compiled; only extensions in a sandbox use it.
  overrides: { 'isolated-vm': '7.0.1' },
}

const longestBootstrapMs = 5 * 60_000

const admin = { authorization: 'Bearer peers-admin' }
const reading = { authorization: 'Bearer peers-reader' }
const counted = {
  favorites: 'favorites',
  zine: 'zine',
  zines: 'zines',
  id: 'id',
  count: 'favorite_count',
}

/**
 * Production; no limits of rate or pressure, no telemetry, errors are all that is logged; caches as they come (of the
 * schema, not of answers). Creators are its users, as favorites are theirs. Collections keep no log of activity.
 */
const settings = ({ host, database, user }: EmbeddedConnection) => ({
  DB_CLIENT: 'pg',
  DB_HOST: host,
  DB_PORT: '5432',
  DB_DATABASE: database,
  DB_USER: user,
  DB_POOL__MIN: '0',
  DB_POOL__MAX: String(poolSize),
  SECRET: 'a secret of the bench, long enough to be taken for one',
  ADMIN_EMAIL: 'admin@example.org',
  ADMIN_PASSWORD: 'turn the page',
  ADMIN_TOKEN: 'peers-admin',
  TELEMETRY: 'false',
  LOG_LEVEL: 'error',
  RATE_LIMITER_ENABLED: 'false',
  PRESSURE_LIMITER_ENABLED: 'false',
})

export function directus(folder: string, database: EmbeddedConnection): Peer {
  // Its own command asks npm for a newer version before it starts.
  const command = join(folder, 'node_modules/@directus/api/dist/cli/run.js')
  return {
    title: 'Directus',
    version: directusPackage.dependencies.directus,
    node: process.execPath,
    server: (port) => ({
      args: [command, 'start'],
      env: {
        ...settings(database),
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
      },
      cwd: folder,
    }),
    ask: (question) => ({ method: 'GET', path: pathOf(question) }),
    idsIn: (answer) => {
      const { data } = answer as { data: { id: string } | { id: string }[] }
      return [data].flat().map(({ id }) => id)
    },
    favor: (zine, id) => ({
      make: { method: 'POST', path: '/items/favorites?fields=id', headers: reading, body: { id, zine } },
      undo: { method: 'DELETE', path: `/items/favorites/${id}`, headers: reading },
    }),
    statuses: [200, 204],
    database,
    wrongCounters: wrongCounters(counted),
  }
}

const fields = 'fields=id,title,description,created_at,favorite_count,creator.id,creator.first_name'

function pathOf(question: Question) {
  if (question.about === 'zine') return `/items/zines/${question.id}?${fields}`
  const page = `/items/zines?${fields}&limit=${pageSize}`
  if (question.about === 'popular') return `${page}&sort=-favorite_count,-id&offset=${question.skip}`
  const newest = `${page}&sort=-created_at,-id`
  return question.about === 'newest' ? newest : `${newest}&search=${encodeURIComponent(question.text)}`
}

/** Makes collections, roles and permissions through the API, and the rows by COPY. */
export async function fillDirectus(peer: Peer, { source, target, reader }: Filling) {
  const { args, env, cwd } = peer.server(0)
  const [command = ''] = args
  const surroundings = { cwd, env: { ...process.env, ...env }, timeout: longestBootstrapMs }
  await promisify(execFile)(peer.node, [command, 'bootstrap'], surroundings)
  const server = await startServer(peer, { method: 'GET', path: '/policies', headers: admin })
  try {
    const call = async (method: string, path: string, body?: unknown) => {
      const asked: Asked = { method, path, headers: admin, body }
      return ((await ask(server.port, asked)) as { data: { id: string; policy: string }[] & { id: string } })
        .data
    }
    for (const collection of collections) await call('POST', '/collections', collection)
    for (const [collection, field, related_collection] of relations)
      await call('POST', '/relations', { collection, field, related_collection })
    const [everybody] = await call('GET', '/access?filter[role][_null]=true&filter[user][_null]=true')
    const { id: member } = await call('POST', '/policies', { name: 'Member' })
    const { id: role } = await call('POST', '/roles', { name: 'Member', policies: [{ policy: member }] })
    for (const permission of permissionsOf(everybody?.policy ?? '', member))
      await call('POST', '/permissions', permission)
    await fill(source, target, role)
    await call('PATCH', `/users/${reader}`, { token: 'peers-reader' })
  } finally {
    await server.stop()
  }
}

const key = { field: 'id', type: 'uuid', schema: { is_primary_key: true } }
const collections = [
  {
    collection: 'zines',
    schema: {},
    meta: { accountability: null },
    fields: [
      key,
      { field: 'title', type: 'string' },
      { field: 'description', type: 'text' },
      { field: 'creator', type: 'uuid' },
      { field: 'created_at', type: 'timestamp' },
      { field: 'favorite_count', type: 'integer', schema: { default_value: 0 } },
    ],
  },
  {
    collection: 'favorites',
    schema: {},
    meta: { accountability: null },
    fields: [key, { field: 'zine', type: 'uuid' }, { field: 'member', type: 'uuid' }],
  },
]
const relations = [
  ['zines', 'creator', 'directus_users'],
  ['favorites', 'zine', 'zines'],
  ['favorites', 'member', 'directus_users'],
]

function permissionsOf(everybody: string, member: string) {
  const own = { member: { _eq: '$CURRENT_USER' } }
  const favorites = { policy: member, collection: 'favorites' }
  const read = { policy: everybody, action: 'read' }
  return [
    { ...read, collection: 'zines', fields: ['*'] },
    { ...read, collection: 'directus_users', fields: ['id', 'first_name'] },
    { ...favorites, action: 'create', fields: ['id', 'zine'], presets: { member: '$CURRENT_USER' } },
    { ...favorites, action: 'read', fields: ['*'], permissions: own },
    { ...favorites, action: 'delete', permissions: own },
  ]
}

async function fill(source: pg.Client, target: pg.Client, role: string) {
  await copyBetween(source, target, {
    select: `select id, username, 'active', '${role}' from users`,
    into: 'directus_users (id, first_name, status, role)',
  })
  await copyBetween(source, target, {
    select: `select id, title, description, creator_id, created_at, favorite_count
      from zines join zine_stats on zine_id = id`,
    into: 'zines (id, title, description, creator, created_at, favorite_count)',
  })
  await copyBetween(source, target, {
    select: 'select gen_random_uuid(), zine_id, user_id from favorites',
    into: 'favorites (id, zine, member)',
  })
  await target.query(indexes)
  await target.query(counter(counted))
}

/** What its questions can use. Its search asks for `lower(field) like '%word%'`, which PostgreSQL finds by trigrams. */
const indexes = `
  create index on zines (created_at desc, id desc);
  create index on zines (favorite_count desc, id desc);
  create index on zines (creator);
  create unique index on favorites (member, zine);
  create index on favorites (zine);
  create extension pg_trgm;
  create index on zines using gin (lower(title) gin_trgm_ops);
  create index on zines using gin (lower(description) gin_trgm_ops)`
