import type { Task, TaskList } from 'graphile-worker'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { Refusal } from '#server/http/errors.ts'
import { type Mailer, MailNotSent } from '#server/mail/mailer.ts'
import type { RunInTurn } from './metrics.ts'

type Registries = Record<'shared' | 'own', Registry>

export function countMail(shared: Registry) {
  const mails = new Counter({
    name: 'foldout_mails_total',
    help: 'Mails handed over (sent), never taken by their mailbox (refused), or to be tried again (failed).',
    labelNames: ['outcome'],
    registers: [shared],
  })
  for (const outcome of ['sent', 'refused', 'failed']) mails.inc({ outcome }, 0)
  const outcomeOf = (error: unknown) =>
    error instanceof MailNotSent && error.isRefused ? 'refused' : 'failed'
  return (mailer: Mailer): Mailer => ({
    ...mailer,
    send: (mail, signal) =>
      told(mailer.send(mail, signal), (error) => mails.inc({ outcome: error ? outcomeOf(error) : 'sent' })),
  })
}

export function countJobs(shared: Registry) {
  const jobs = new Counter({
    name: 'foldout_jobs_total',
    help: 'Tries at jobs. One that failed is tried again later.',
    labelNames: ['task', 'outcome'],
    registers: [shared],
  })
  const seconds = new Histogram({
    name: 'foldout_job_seconds',
    help: 'How long a try at a job took.',
    labelNames: ['task'],
    registers: [shared],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
  })
  const countedTask = (task: string, work: Task): Task => {
    for (const outcome of ['done', 'failed']) jobs.inc({ task, outcome }, 0)
    seconds.zero({ task })
    return (payload, helpers) => {
      const end = seconds.startTimer({ task })
      return told(Promise.try(work, payload, helpers), (error) => {
        end()
        jobs.inc({ task, outcome: error ? 'failed' : 'done' })
      })
    }
  }
  return (tasks: TaskList): TaskList =>
    Object.fromEntries(Object.entries(tasks).map(([task, work]) => [task, work && countedTask(task, work)]))
}

/** What uploads wait for: files that are being decoded, a process for each. */
export function countDecoders({ shared, own }: Registries) {
  const now = { wanted: 0, working: 0 }
  new Gauge({
    name: 'foldout_decoders',
    help: 'Uploaded files that are being decoded, and those that wait for it.',
    labelNames: ['state'],
    registers: [own],
    collect() {
      this.set({ state: 'working' }, now.working)
      this.set({ state: 'waiting' }, now.wanted - now.working)
    },
  })
  const seconds = new Histogram({
    name: 'foldout_decode_seconds',
    help: 'How long decoding and keeping an uploaded file took, without waiting. Refused: what it is made of was not good.',
    labelNames: ['outcome'],
    registers: [shared],
    buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30, 120],
  })
  for (const outcome of ['done', 'refused', 'failed']) seconds.zero({ outcome })
  const outcomeOf = (error: unknown) => (error instanceof Refusal ? 'refused' : 'failed')
  const countedWork = <Result>(work: () => Promise<Result>) => {
    now.working += 1
    const end = seconds.startTimer()
    return told(work(), (error) => {
      now.working -= 1
      end({ outcome: error ? outcomeOf(error) : 'done' })
    })
  }
  return <File>(run: RunInTurn<File>): RunInTurn<File> =>
    (file, work) => {
      now.wanted += 1
      return told(
        run(file, () => countedWork(work)),
        () => {
          now.wanted -= 1
        },
      )
    }
}

/** The same answer, or error, after it was told. */
async function told<Result>(work: PromiseLike<Result>, tell: (error?: unknown) => void): Promise<Result> {
  try {
    const result = await work
    tell()
    return result
  } catch (error) {
    tell(error ?? 'nothing')
    throw error
  }
}
