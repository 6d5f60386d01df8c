import { msg, plural } from '@lingui/core/runtime-macro'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { assertWritable } from '#server/config/folder-setting.ts'
import { openFreeSpace } from '#server/http/free-space.ts'
import { type Finding, joinFindings, notChecked, ok, problem, warning } from './finding.ts'

/** The alert rules warn below the same multiple of KEEP_FREE_MB. */
const comfortable = 4

/** @throws if the data folder is not writable */
export async function checkDisk(config: Pick<Config, 'dataDir' | 'keepFreeMb' | 'databaseUrl'>): Promise<Finding> {
  const { dataDir, keepFreeMb, databaseUrl } = config
  assertWritable('DATA_DIR', dataDir)
  const freeMb = Math.floor((await openFreeSpace(config).measure()) / 1024 ** 2 + keepFreeMb)
  const says = msg`${plural({ freeMb }, { one: '# MB is free', other: '# MB are free' })}, and KEEP_FREE_MB is ${plural({ keepFreeMb }, { one: '#', other: '#' })}.`
  const fix = msg`Free disk space, or move the site to a larger disk.`
  const isFull = freeMb < keepFreeMb
  return joinFindings(
    [
      isFull && problem(msg`${{ says }} Members cannot publish or save.`, fix),
      !isFull && freeMb < comfortable * keepFreeMb && warning(says, fix),
    ],
    ok(databaseUrl ? msg`${{ says }} The disk of DATABASE_URL is not visible from here.` : says),
  )
}

const maxOffsetMs = 30_000

/** How far other clocks are ahead, in milliseconds; undefined for one that could not be read. */
export function checkClock(offsets: Record<string, number | undefined>): Finding {
  const known = Object.entries(offsets).flatMap(([name, offset]) => (offset === undefined ? [] : [{ name, offset }]))
  if (known.length === 0) return notChecked('No other clock could be read.')
  const wrong = known.filter(({ offset }) => Math.abs(offset) > maxOffsetMs)
  return joinFindings(
    wrong.map(({ name, offset }) =>
      problem(
        `The clock of ${name} differs from this machine’s by ${Math.abs(Math.round(offset / 1000))} seconds.`,
        'Turn on time synchronization, for example with “timedatectl set-ntp true”.',
      ),
    ),
    ok(`It agrees with ${known.map(({ name }) => name).join(' and ')}.`),
  )
}

export async function readDatabaseOffset(pool: pg.Pool) {
  const startedAt = Date.now()
  const { rows } = await pool.query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  )
  return (rows[0]?.now ?? Number.NaN) - (startedAt + Date.now()) / 2
}
