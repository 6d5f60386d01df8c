import type { Worker } from 'node:cluster'
import { addUp, withGone } from '#server/metrics/add-up.ts'
import type { Families, Family } from '#server/metrics/metrics.ts'
import type { WorkerAnswer } from './worker-pool.ts'

/** A process that does not answer in time, in milliseconds, is told of as it last was. */
const patience = 2_000

type Workers = { present: ReadonlyMap<Worker, number> }

/**
 * What all workers of a site have counted. Sums never go down: of a process that has ended, what it last told goes on to
 * count. What it had counted since then is lost.
 */
export class WorkerMetrics {
  readonly #workers: Workers
  readonly #latest = new Map<Worker, Families>()
  #gone: Family[] = []
  #question = 0

  constructor(workers: Workers) {
    this.#workers = workers
  }

  async text(ofSite: (processesUp: number) => Promise<Family[]>) {
    const { present } = this.#workers
    const asked = [...present.keys()].filter((worker) => worker.isConnected())
    const answers = await Promise.all(asked.map((worker) => this.#ask(worker)))
    await this.#forget()
    const site = await ofSite(answers.filter(Boolean).length)
    const processes = new Map(
      [...this.#latest].map(([worker, families]) => [present.get(worker) ?? 0, families]),
    )
    return addUp(site, processes, this.#gone)
  }

  /** Whether it answered. */
  async #ask(worker: Worker) {
    const question = ++this.#question
    const families = await answerOf(worker, question)
    if (families) this.#latest.set(worker, families)
    return families !== undefined
  }

  async #forget() {
    for (const [worker, families] of this.#latest) {
      if (this.#workers.present.has(worker)) continue
      this.#latest.delete(worker)
      this.#gone = await withGone(this.#gone, families)
    }
  }
}

function answerOf(worker: Worker, question: number) {
  const { promise, resolve } = Promise.withResolvers<Families | undefined>()
  const listen = (message: Partial<WorkerAnswer>) => {
    if (message?.question === question) resolve(message.families)
  }
  const giveUp = () => resolve(undefined)
  const timer = setTimeout(giveUp, patience)
  worker.on('message', listen).once('exit', giveUp)
  worker.send({ question }, (error) => error && giveUp())
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', listen).off('exit', giveUp)
  })
}
