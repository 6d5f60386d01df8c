import { msg, plural } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { programVersion } from '#server/process/program-version.ts'
import { shellCommand } from '#server/process/shell-command.ts'
import { type Check, findLastCheck } from './backups.commands.ts'
import { command } from './command.ts'
import { checkBackups } from './doctor/check-backups.ts'
import { checkDisk } from './doctor/check-machine.ts'
import { complete, type Finding, ok, problem, warning, withFix } from './doctor/finding.ts'
import { countFailedJobs } from './jobs.commands.ts'
import { timeText } from './print-result.ts'

export const overviewCommand = command({
  name: 'overview',
  summary: msg`Shows what needs attention first, then what is in order.`,
  run: async ({ config, db, pool }) => {
    const counts = await countWaiting(db)
    const failed = await countFailedJobs(db)
    const checks = {
      reports: () => checkCount(counts.reports, msg`No report is open.`, reportsText(counts.reports)),
      members: () => checkCount(counts.members, msg`No member waits for approval.`, membersText(counts.members)),
      mail: () => checkFailures(failed.mail, msg`No email has failed.`, mailText(failed.mail)),
      jobs: () => checkFailures(failed.jobs, msg`No background job has failed.`, jobsText(failed.jobs)),
      disk: () => checkDisk(config),
      backups: () => checkBackups(config, pool),
      lastCheck: async () => describeCheck(await findLastCheck(db)),
      version: () => ok(msg`This is Foldout ${{ programVersion }}.`),
    }
    const findings = await Promise.all(
      Object.entries(checks).map(async ([about, check]) => ({ about, ...(await complete(check)) })),
    )
    const urgentFirst = findings.toSorted((one, other) => states.indexOf(one.state) - states.indexOf(other.state))
    return {
      rows: urgentFirst.map(({ about, ...finding }) => ({ state: finding.state, about, says: withFix(finding) })),
    }
  },
})

const states: Finding['state'][] = ['problem', 'warning', 'not checked', 'ok']

type Says = Finding['says']

const checkCount = (count: number, none: Says, some: Says) => (count === 0 ? ok(none) : warning(some))
const checkFailures = (count: number, none: Says, some: Says) =>
  count === 0 ? ok(none) : problem(some, msg`Read the error, correct its cause, then retry.`)

const reportsText = (count: number) =>
  msg`${plural({ count }, { one: '# report waits for a decision.', other: '# reports wait for a decision.' })}`
const membersText = (count: number) =>
  msg`${plural({ count }, { one: '# member waits for approval.', other: '# members wait for approval.' })}`
const mailText = (count: number) =>
  msg`${plural({ count }, { one: '# email has failed.', other: '# emails have failed.' })}`
const jobsText = (count: number) =>
  msg`${plural({ count }, { one: '# background job has failed.', other: '# background jobs have failed.' })}`

async function countWaiting(db: Db) {
  const { rows } = await sql<{ reports: number; members: number }>`
    select (select count(*)::int from reports where resolved_at is null) as reports,
      (select count(*)::int from users where awaiting_since is not null and deleting_at is null) as members`.execute(db)
  return rows[0] ?? { reports: 0, members: 0 }
}

/** The audit log keeps checks for 30 days. */
function describeCheck(check: Check | undefined): Finding {
  const verify = shellCommand('admin', 'verify')
  if (!check)
    return warning(msg`Data and backups were not checked in the last 30 days.`, msg`${{ verify }} checks them.`)
  const { problems } = check
  const at = timeText(check.at)
  if (problems === 0) return ok(msg`The last check of data and backups, on ${{ at }}, found no problem.`)
  return problem(
    msg`The last check of data and backups, on ${{ at }}, found ${plural({ problems }, { one: '# problem', other: '# problems' })}.`,
    msg`${{ verify }} lists what it finds.`,
  )
}
