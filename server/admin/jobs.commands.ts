import { z } from 'zod'
import { noteAct } from '#server/audit/audit.queries.ts'
import type { Jobs } from '#server/db/jobs.ts'
import { refuse } from '#server/http/errors.ts'
import { shortAddress, withoutAddresses } from './addresses.ts'
import { type Answer, command, flag, oneOf, optionally, type Site } from './command.ts'
import { type Job, jobStates, listJobs, type Retried, retryFailed, retryJob } from './jobs.queries.ts'
import { limit, partOf } from './lists.ts'

const mails: (keyof Jobs)[] = ['send-account-mail', 'send-report-letter', 'tell-of-waiting']
const state = { says: 'only those', value: jobStates.join('|'), shape: oneOf(jobStates).optional() }
const after = optionally({
  says: 'those behind this one, which a list that has more ends with',
  value: 'ID',
  shape: z.string().regex(/^\d{1,18}$/, 'must be the ID that a list has ended with'),
})

/** What is the same of all jobs, and said of mails in other words. */
const kinds = {
  job: { name: 'job', jobs: undefined, act: 'job retried', says: 'what the site has promised itself to do' },
  mail: { name: 'mail', jobs: mails, act: 'mail retried', says: 'mail that waits or was given up' },
} as const
type Kind = (typeof kinds)[keyof typeof kinds]

const list = (kind: Kind, words: string) =>
  command({
    name: words,
    says: `Lists ${kind.says}.`,
    options: { limit, state, after },
    run: async ({ db, config }, given) => {
      const found = await listJobs(db, {
        ...given,
        ...(kind.jobs && { jobs: kind.jobs }),
        limit: given.limit + 1,
      })
      const { shown, next } = partOf(found, given.limit, (last) => last.id)
      const rows = shown.map((job) => (kind.jobs ? mailRow(job, config.reportsTo) : jobRow(job)))
      return { rows, next }
    },
  })

const jobRow = ({ id, job, state, tries, most, nextTry, since, error }: Job) => ({
  ...{ id, job, state, tries: `${tries} of ${most}`, nextTry: state === 'waiting' ? nextTry : null, since },
  error: error && withoutAddresses(error.split('\n', 1)[0] ?? ''),
})

/** A letter goes to whoever the settings name; a mail about an account, to its address. */
const mailRow = (job: Job, reportsTo: string | undefined) => {
  const { job: _name, id, ...row } = jobRow(job)
  const to = job.job === 'send-account-mail' ? job.to : reportsTo
  return { id, about: job.about ?? job.job, member: job.member, to: to ? shortAddress(to) : null, ...row }
}

const retry = (kind: Kind, words: string) => {
  const one = { says: `the id of a ${kind.name}`, shape: z.string().min(1).optional() }
  return command({
    name: words,
    says: `Tries a ${kind.name} that failed again at once, or all of them.`,
    takes: { id: one },
    options: { all: flag('all that failed') },
    run: async (site, { id, all }) => {
      if (all === (id !== undefined))
        throw refuse('invalid_request', `Which? Give the id of a ${kind.name}, or --all for all that failed.`)
      return id === undefined ? retryAll(site, kind) : retryOne(site, kind, id)
    },
  })
}

async function retryOne({ db, actor }: Site, kind: Kind, id: string): Promise<Answer> {
  const outcome = await db.transaction().execute(async (tx) => {
    const retried = /^\d{1,18}$/.test(id) ? await retryJob(tx, id, kind.jobs) : 'absent'
    if (retried === 'done') await noteAct(tx, { actor, act: kind.act, subject: `job ${id}` })
    return retried
  })
  if (outcome === 'absent') throw refuse('not_found', `There is no ${kind.name} ${id}.`)
  const says = `The ${kind.name} ${id} ${whatBecame[outcome]}.`
  if (outcome === 'not tried') throw refuse('invalid_request', says)
  return { outcome: outcome === 'done' ? 'done' : 'already', says }
}

const whatBecame: Record<Exclude<Retried, 'absent'>, string> = {
  done: 'is tried again now',
  already: 'is about to be tried',
  'at work': 'is being tried right now',
  'not tried': 'has not failed: it waits for its time',
}

const retryAll = ({ db, actor }: Site, kind: Kind) =>
  db.transaction().execute(async (tx): Promise<Answer> => {
    const count = await retryFailed(tx, kind.jobs)
    if (count === 0) return { outcome: 'already', says: `No ${kind.name} waits that has failed.` }
    await noteAct(tx, { actor, act: kind.act, detail: { count } })
    return { outcome: 'done', says: `${count.toLocaleString('en')} tried again now.` }
  })

export const jobCommands = [
  list(kinds.mail, 'mail list'),
  retry(kinds.mail, 'mail retry'),
  list(kinds.job, 'jobs list'),
  retry(kinds.job, 'jobs retry'),
]
