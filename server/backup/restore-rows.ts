import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withoutIndexes } from '#server/db/bulk-tables.ts'
import { type OpenedBackup, pathsOf } from './backup-folder.ts'
import { readPacked } from './kept-files.ts'
import { RefusedBackup } from './refused-backup.ts'
import { listTables } from './site-rows.queries.ts'

/** Writes all rows and promises all jobs of a backup, in one transaction: cut off anywhere, the site stays empty. */
export async function restoreRows(
  client: pg.ClientBase,
  { path, manifest }: OpenedBackup,
  onStep: (step: string) => void,
) {
  const paths = pathsOf(path)
  await client.query(`begin; set local synchronous_commit = on; set local maintenance_work_mem = '256MB'`)
  try {
    const tables = (await listTables(client)).map(({ name }) => name)
    const putBack = await withoutIndexes(client, tables)
    await client.query(`truncate ${tables.join(', ')}`)
    for (const { name, columns, rows } of manifest.tables) {
      const into = `"${name}" (${columns.map((column) => `"${column}"`).join(', ')})`
      await copyIn(client, `copy ${into} from stdin (freeze)`, { file: paths.table(name), rows })
      if (rows > 0) onStep(`${name}: ${rows.toLocaleString('en')} rows`)
    }
    onStep('indexes')
    await putBack()
    await promiseAgain(client, paths.jobs, manifest.jobs.rows)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function copyIn(client: pg.ClientBase, text: string, { file, rows }: { file: string; rows: number }) {
  const copying = client.query(copyFrom(text))
  await pipeline(await readPacked(file), copying)
  if (copying.rowCount !== rows) throw new RefusedBackup(`${file} has ${copying.rowCount} rows, not ${rows}.`)
}

/** Jobs begin anew: nobody is at work on them here. What the new site had promised itself it promises again. */
async function promiseAgain(client: pg.ClientBase, file: string, rows: number) {
  await client.query(`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs having count(*) > 0;
    create temporary table promised (
      identifier text, payload json, run_at timestamptz, max_attempts int, priority int, key text
    ) on commit drop`)
  await copyIn(client, 'copy promised from stdin', { file, rows })
  await client.query(`
    select graphile_worker.add_job(identifier, payload, run_at := run_at, max_attempts := max_attempts,
      priority := priority, job_key := key) from promised`)
}
