import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { median } from '#trials/bench/figures.ts'
import type { RequestCounter } from '#trials/site/load-clients.ts'
import type { Site } from '#trials/site/site.ts'
import type { Result } from '../report.ts'

/** Values that must stay flat, each with the growth that counts as noise. PostgreSQL keeps its log in files of 16 MB. */
const tolerances: Record<string, number> = {
  'memory of the app, MB': 15,
  'open files and sockets': 6,
  'connections to the database': 3,
  'temporary files': 6,
  'size of the database, MB': 4,
  'data folder, MB': 48,
  'backups, MB': 4,
  'p99 of requests, ms': 50,
}
const rowTolerance = 30

/** Tables in which this load deliberately makes rows that stay, and what limits them. */
const limitedRows: Record<string, string> = {
  'rows of focus_sessions': `at most ${workspaceLimits.memberSessions.toLocaleString('en')} of a member`,
}

export type Sample = Record<string, number>
type Sampled = { site: Site; counter: RequestCounter; backupFolder: string }

export async function takeSample({ site, counter, backupFolder }: Sampled): Promise<Sample> {
  const { rssMb, handles } = site.figures()
  return site.withDatabase(async (database) => ({
    'memory of the app, MB': rssMb,
    'open files and sockets': handles,
    'temporary files': await countTempFiles(site.dataDir),
    'data folder, MB': await folderMb(site.dataDir),
    'backups, MB': await folderMb(backupFolder),
    'p99 of requests, ms': counter.takeP99(),
    ...(await readDatabase(database)),
  }))
}

async function readDatabase(database: pg.Pool): Promise<Sample> {
  const { rows } = await database.query<{ name: string; value: number }>(
    `select 'connections to the database' as name, count(*)::float8 as value
     from pg_stat_activity where application_name = 'foldout'
     union all select 'size of the database, MB', pg_database_size(current_database()) / 1024.0 / 1024.0
     union all select 'rows of jobs', count(*) from graphile_worker.jobs
     union all
     select 'rows of ' || tablename, (xpath('/row/c/text()', query_to_xml(format(
       'select count(*) as c from public.%I', tablename), false, true, '')))[1]::text::float8
     from pg_tables where schemaname = 'public'`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Unfinished uploads and files that are being decoded. */
async function countTempFiles(dataDir: string) {
  const folders = [join(dataDir, 'uploads'), join(dataDir, 'media', 'work')]
  const names = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))
  return names.flat().length
}

/** `du` exits with 1 if a file is deleted while it counts. */
async function folderMb(path: string) {
  const { stdout } = await promisify(execFile)('du', ['--summarize', '--block-size=1K', path]).catch(
    (error: { stdout: string }) => error,
  )
  return Number.parseInt(stdout, 10) / 1024
}

/** What each value is at the end, and how fast it grew. Tables without growth are one result. */
export function judgeSamples(samples: Sample[], hours: number): Result[] {
  const names = [...new Set(samples.flatMap((sample) => Object.keys(sample)))]
  const results = names.map((name) => judge(samples, { name, hours }))
  const [flat, listed] = [results.filter(isFlatTable), results.filter((result) => !isFlatTable(result))]
  return [...listed, { name: `rows of ${flat.length} other tables`, figures: figures(0, 0), problems: [] }]
}

const isFlatTable = ({ name, figures, problems }: Result) =>
  name.startsWith('rows of ') && problems.length === 0 && Math.abs(Number(figures['per hour'])) < 0.5

const figures = (atEnd: number, perHour: number) => ({
  'at the end': atEnd.toFixed(atEnd < 10 ? 1 : 0),
  'per hour': perHour.toFixed(1),
})

/** Growth counts over the second half, because everything is filled during the first. */
function judge(samples: Sample[], { name, hours }: { name: string; hours: number }): Result {
  const values = samples.map((sample) => sample[name] ?? 0)
  const growth = growthOf(values)
  const tolerance = Math.max(tolerances[name] ?? rowTolerance, 0.05 * median(values))
  const isLimited = growth <= tolerance || limitedRows[name] !== undefined
  return {
    name: limitedRows[name] ? `${name} (${limitedRows[name]})` : name,
    figures: figures(values.at(-1) ?? 0, growth / (hours / 2)),
    problems: isLimited ? [] : [`it grew by ${growth.toFixed(1)} over the second half`],
  }
}

const sliceCount = 6

/** The growth over the second half: the slope through the medians of its slices, so that no single sample decides. */
function growthOf(values: number[]) {
  const half = values.slice(Math.floor(values.length / 2))
  const size = half.length / sliceCount
  const medians = Array.from({ length: sliceCount }, (_, n) => median(half.slice(n * size, (n + 1) * size)))
  const meanIndex = (sliceCount - 1) / 2
  const covariance = medians.reduce((total, one, n) => total + (n - meanIndex) * one, 0)
  const variance = medians.reduce((total, _, n) => total + (n - meanIndex) ** 2, 0)
  return (covariance / variance) * (sliceCount - 1)
}
