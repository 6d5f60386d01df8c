import type { Task, TaskList } from 'graphile-worker'

/** Until 1.2: the names of jobs in 1.0, which may still be queued after an upgrade, and today's names. */
const earlierNames: Record<string, string> = {
  'hurry-account-mail': 'flush-account-mail',
  'fold-words': 'compact-term-counts',
  'renew-kept-secrets': 'reencrypt-secrets',
  'tell-of-waiting': 'notify-pending-members',
  'show-or-hide-zines-of': 'update-zine-visibility',
  'resume-showing': 'resume-visibility-updates',
  'send-reply-letter': 'send-reply-email',
  'send-report-letter': 'send-moderation-email',
  'look-at-blocked-media': 'hash-blocked-media',
}

/** Until 1.2: the fields of payloads in 1.0, and today's names. */
const earlierFields: Record<string, string> = { letterId: 'emailId', askedAt: 'requestedAt' }

export const isEarlierName = (name: string) => Object.hasOwn(earlierNames, name)

/** These jobs by their names of today and of 1.0. */
export const withEarlierNames = (names: readonly string[]) => [
  ...names,
  ...Object.keys(earlierNames).filter((earlier) => names.includes(earlierNames[earlier] ?? '')),
]

/** The tasks, which also run jobs that 1.0 queued. Processes of 1.0 may still queue some during an upgrade. */
export function acceptEarlierJobs(tasks: TaskList): TaskList {
  const names = [...Object.keys(tasks).map((name) => [name, name] as const), ...Object.entries(earlierNames)]
  const accepted = names.flatMap(([queued, name]) => {
    const task = tasks[name]
    return task ? [[queued, acceptEarlierFields(task)] as const] : []
  })
  return Object.fromEntries(accepted)
}

const acceptEarlierFields =
  (task: Task): Task =>
  (payload, helpers) => {
    const fields = Object.entries(payload ?? {}).map(([field, value]) => [earlierFields[field] ?? field, value])
    return task(Object.fromEntries(fields), helpers)
  }
