import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { listMigrations } from '#server/db/migrate.ts'

const project = resolve(import.meta.dirname, '../..')
const git = (...words: string[]) =>
  execFileSync('git', words, {
    cwd: project,
    encoding: 'buffer',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

/** Lays out the newest version that does not have the last migration yet, with what this one has installed. */
export async function layOutPreviousVersion(folder: string) {
  const checkout = join(folder, 'previous')
  const migration = `server/db/migrations/${(await listMigrations()).at(-1)}.sql`
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', migration).toString().trim()
  if (!added)
    throw new Error(
      'An upgrade is tried from an earlier commit, and there is none here: clone the repository with its history.',
    )
  mkdirSync(checkout)
  execFileSync('tar', ['-x', '-C', checkout], { input: git('archive', `${added}^`) })
  copyModules(join(checkout, 'node_modules'))
  return { checkout, readiness: readinessOf(checkout) }
}

/** Linked file by file where that can be: a decoder is not let out of its folder, so a link to the whole of it would not do. */
function copyModules(to: string) {
  const copy = (how: string) => spawnSync('cp', [how, join(project, 'node_modules'), to], { stdio: 'ignore' })
  if (copy('-al').status !== 0) copy('-a')
}

/** Versions from before may only say whether they can serve everybody. */
function readinessOf(checkout: string) {
  const health = join(checkout, 'server/http/health.ts')
  const says = existsSync(health) && readFileSync(health, 'utf8').includes('/readyz/reading')
  return says ? '/readyz/reading' : '/readyz'
}
