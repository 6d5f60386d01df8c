import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type pg from 'pg'
import { type Config, readConfig } from '#server/config/config.ts'
import { loadDotEnv } from '#server/config/dot-env.ts'
import { findRunningPostgres } from '#server/db/embedded/database.ts'
import { ensureBuilt } from '#server/pages/ensure-built.ts'
import { runMain } from '#server/process/run-main.ts'
import { median } from '../figures.ts'
import { type Library, openLibrary } from '../library.ts'
import { signInMembers } from '../members.ts'
import { libraryFolder } from '../options.ts'
import { postgresCpu } from '../postgres-cpu.ts'
import { reader as readerOfLibrary } from '../seed/seed-library.ts'
import { directusPackage } from './directus.ts'
import { countWrong, fillPeers } from './fill-peers.ts'
import { foldout } from './foldout.ts'
import { install } from './install.ts'
import { type Contestant, measureAsking, measureFavorites } from './measure.ts'
import { type PeersOptions, readPeersOptions } from './options.ts'
import { parsePackage } from './parse.ts'
import type { Peer } from './peer.ts'
import { type Line, peersReport, type Side } from './peers-report.ts'
import { drawQuestions, drawUnloved } from './questions.ts'
import { memoryOf, type Running, startServer } from './server-process.ts'

/**
 * The same zines and the same questions, put to what somebody could make such a site with instead. That is installed from npm
 * into a folder of its own, and is no part of the project.
 */
const say = (line: string) => console.error(line)
const starts = 3

await runMain(async () => {
  loadDotEnv()
  const options = readPeersOptions(process.argv.slice(2), process.env.DATA_DIR)
  const dataDir = libraryFolder(process.env.DATA_DIR, options.zines)
  // Each has a database in the PostgreSQL that comes with Foldout, whatever the site's own settings say.
  const config = readConfig({ ...process.env, DATABASE_URL: undefined, DATA_DIR: dataDir })
  await ensureBuilt()
  await Promise.all([
    install(join(options.folder, 'directus'), directusPackage, say),
    install(join(options.folder, 'parse'), parsePackage, say),
  ])
  const library = await openLibrary(config, { zines: options.zines, say })
  try {
    const report = await measureAll(library, config, options)
    console.info(options.json ? JSON.stringify(report, null, 2) : peersReport(report))
  } finally {
    await library.stop()
  }
})

async function measureAll(library: Library, config: Config, options: PeersOptions) {
  const { pool } = library
  const reader = await idOfReader(pool)
  const peers = await preparePeers({ library, config, reader, folder: options.folder })
  say('starting …')
  const firstAnswers = await timeStarts(peers)
  const contestants = await startAll(peers)
  try {
    const memory = contestants.map(({ running }) => memoryOf(running.pid).now)
    const lines = await measureLines(pool, contestants, { ...options, reader })
    const sides: Side[] = []
    for (const [at, { peer, running }] of contestants.entries())
      sides.push({
        title: peer.title,
        version: peer.version,
        node: execFileSync(peer.node, ['--version']).toString().trim(),
        firstAnswerMs: median([...(firstAnswers[at] ?? []), running.firstAnswerMs]),
        memory: { start: memory[at] ?? 0, highest: memoryOf(running.pid).highest },
        wrongCounters: await countWrong(peer),
      })
    const { rows } = await pool.query<{ server_version: string }>('show server_version')
    const postgres = rows[0]?.server_version ?? ''
    return { zines: library.zines, postgres, date: new Date().toISOString().slice(0, 10), sides, lines }
  } finally {
    await Promise.all(contestants.map(({ running }) => running.stop()))
  }
}

async function idOfReader(pool: pg.Pool) {
  const { rows } = await pool.query<{ id: string }>('select id from users where username = $1', [
    readerOfLibrary.username,
  ])
  if (!rows[0]) throw new Error('This library was not made by npm run seed: it has no reader.')
  return rows[0].id
}

type Preparing = { library: Library; config: Config; reader: string; folder: string }

/** Ours first. */
async function preparePeers({ library, config, reader, folder }: Preparing): Promise<Peer[]> {
  const database = findRunningPostgres(config.dataDir)
  if (!database) throw new Error('PostgreSQL does not run.')
  const [member] = await signInMembers(library.pool, config, [reader])
  say('filling the peers …')
  const others = await fillPeers({ database, folder, reader })
  return [foldout({ library, config, database, cookie: member?.cookie ?? '' }), ...others]
}

/** One after the other, several times; none of them runs afterwards. */
async function timeStarts(peers: Peer[]) {
  const times: number[][] = peers.map(() => [])
  for (let start = 1; start < starts; start++)
    for (const [at, peer] of peers.entries()) {
      const running = await started(peer)
      times[at]?.push(running.firstAnswerMs)
      await running.stop()
    }
  return times
}

function started(peer: Peer): Promise<Running> {
  return startServer(peer, peer.ask({ about: 'newest' }))
}

async function startAll(peers: Peer[]) {
  const contestants: Contestant[] = []
  try {
    for (const peer of peers) contestants.push({ peer, running: await started(peer) })
    return contestants
  } catch (error) {
    await Promise.all(contestants.map(({ running }) => running.stop()))
    throw error
  }
}

type Measuring = Pick<PeersOptions, 'seconds' | 'rounds'> & { reader: string }

async function measureLines(pool: pg.Pool, contestants: Contestant[], { reader, ...pace }: Measuring) {
  const taking = { ...pace, postgresCpu: await postgresCpu(pool) }
  const lines: Line[] = []
  for (const asking of await drawQuestions(pool)) {
    say(`${asking.title} …`)
    lines.push(await measureAsking(asking, contestants, taking))
  }
  say('favorites …')
  lines.push(await measureFavorites(await drawUnloved(pool, reader), contestants, taking))
  return lines
}
