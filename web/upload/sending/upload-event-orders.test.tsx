import fc, { type Scheduler } from 'fast-check'
import { expect, test, vi } from 'vitest'
import { randomRuns } from '#tests/support/random-runs.ts'
import { fileSender, loadTus, type Progress } from './send-file.ts'

const seed = Math.floor(Math.random() * 2 ** 31)

type Ending = 'answered' | 'request lost' | 'half received' | 'answer lost' | 'refused'
type Answer = { status: number; headers?: Record<string, string>; body?: string }

const fileSize = 1000
const uploadPath = '/api/uploads'

/** A browser that uploads one file, and the site. The scheduler decides when requests and answers arrive. */
class ScheduledBrowser {
  isOnline = true
  /** Received bytes of each upload, by address. */
  readonly uploads = new Map<string, number>()
  /** The uploads from which the site made media. */
  readonly made = new Set<string>()
  readonly outcomes: string[] = []
  last: Progress['status'] | undefined
  #created = 0
  #stop: AbortController | undefined
  readonly #sender = fileSender(new File(['x'.repeat(fileSize)], 'moth.png', { type: 'image/png' }))
  readonly #schedule: (label: string) => Promise<void>
  #nextEnding: () => Ending
  #answersToLose = 0

  constructor(scheduler: Scheduler, nextEnding: () => Ending) {
    this.#schedule = (label) => scheduler.schedule(Promise.resolve(), label)
    this.#nextEnding = nextEnding
    const exchange = this.#exchange.bind(this)
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => this.isOnline)
    vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
      const { status, body } = await exchange({ method: String(method), path, size: 0, offset: 0 })
      return new Response(body ?? '', { status })
    })
    // The library sends with it, because it reports progress.
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        readonly upload: { onprogress?: (event: object) => void } = {}
        onload: () => void = () => undefined
        onerror: (error: Error) => void = () => undefined
        answer: Answer = { status: 0 }
        #request = { method: '', path: '' }
        #offset = 0
        #isAborted = false
        open(method: string, address: string) {
          this.#request = { method, path: new URL(address, location.href).pathname }
        }
        setRequestHeader(name: string, value: string) {
          if (name === 'Upload-Offset') this.#offset = Number(value)
        }
        get status() {
          return this.answer.status
        }
        get responseText() {
          return this.answer.body ?? ''
        }
        getResponseHeader = (name: string) => this.answer.headers?.[name] ?? null
        abort() {
          this.#isAborted = true
        }
        send(body: Blob | null) {
          const size = body?.size ?? 0
          exchange({ ...this.#request, size, offset: this.#offset }).then(
            (answer) => {
              this.answer = answer
              if (!this.#isAborted) this.onload()
            },
            (error: Error) => this.#isAborted || this.onerror(error),
          )
        }
      },
    )
  }

  get isSending() {
    return this.#stop !== undefined
  }

  /** Like the strip of pages: a failed or stopped upload can be sent again. */
  send() {
    if (this.isSending || this.last === 'ready') return
    const stop = new AbortController()
    this.#stop = stop
    const finish = (status: Progress['status']) => {
      this.last = status
      this.#stop = undefined
      this.outcomes.push(status)
    }
    const report = ({ status }: Progress) => {
      if (this.#stop === stop) this.last = status
    }
    this.#sender.send(stop.signal, report).then(
      () => finish('ready'),
      () => finish(stop.signal.aborted ? 'stopped' : 'failed'),
    )
  }

  stop() {
    this.#stop?.abort()
  }

  /** The sender gives up after so many. Then the picture is made, and the page says that it failed. */
  loseAnswers() {
    this.#answersToLose = 7
  }

  setOnline(isOnline: boolean) {
    this.isOnline = isOnline
    dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  }

  /** Everything works again, and a failed upload is sent again. */
  async settle(scheduler: Scheduler) {
    this.#nextEnding = () => 'answered'
    this.setOnline(true)
    for (let round = 0; round < 12; round += 1) {
      this.send()
      await vi.advanceTimersByTimeAsync(20_000)
      await scheduler.waitIdle()
    }
  }

  /** What must never be. */
  listProblems() {
    return [
      ...(this.made.size > 1 + this.outcomes.filter((outcome) => outcome === 'stopped').length
        ? ['the file became several pictures']
        : []),
      ...(this.last === 'ready' && this.made.size === 0 ? ['the file is shown as uploaded'] : []),
    ]
  }

  async #exchange(request: { method: string; path: string; size: number; offset: number }): Promise<Answer> {
    const isLost = request.path.endsWith('/media') && this.#answersToLose > 0
    if (isLost) this.#answersToLose -= 1
    const ending = isLost ? 'answer lost' : this.#nextEnding()
    await this.#schedule(`${request.method} ${request.path}`)
    if (ending === 'request lost' || !this.isOnline) throw new TypeError('The connection is lost.')
    const received = ending === 'half received' ? Math.floor(request.size / 2) : request.size
    const answer = ending === 'refused' ? { status: 503 } : this.#serve({ ...request, size: received })
    await this.#schedule(`the answer to ${request.method} ${request.path}`)
    if (ending === 'answer lost' || ending === 'half received') throw new TypeError('The connection is lost.')
    return answer
  }

  #serve({ method, path, size, offset }: { method: string; path: string; size: number; offset: number }): Answer {
    if (method === 'POST' && path === uploadPath) {
      this.#created += 1
      const location = `${uploadPath}/${this.#created}`
      this.uploads.set(location, 0)
      return { status: 201, headers: { Location: location } }
    }
    const address = path.replace(/\/media$/, '')
    const received = this.uploads.get(address)
    if (received === undefined) return { status: 404 }
    if (method === 'DELETE') {
      this.uploads.delete(address)
      return { status: 204 }
    }
    if (method === 'HEAD')
      return { status: 200, headers: { 'Upload-Offset': String(received), 'Upload-Length': String(fileSize) } }
    if (method === 'PATCH') {
      if (offset !== received) return { status: 409 }
      this.uploads.set(address, received + size)
      return { status: 204, headers: { 'Upload-Offset': String(received + size) } }
    }
    if (received < fileSize) return { status: 400, body: '{"error":"The upload is not complete.","code":"invalid"}' }
    this.made.add(address)
    return { status: 200, body: '{"url":"/media/moth.webp"}' }
  }
}

const steps: Record<string, (browser: ScheduledBrowser) => unknown> = {
  send: (browser) => browser.send(),
  stop: (browser) => browser.stop(),
  wait: () => vi.advanceTimersByTimeAsync(700),
  'wait long': () => vi.advanceTimersByTimeAsync(30_000),
  offline: (browser) => browser.setOnline(false),
  online: (browser) => browser.setOnline(true),
  'lose answers': (browser) => browser.loseAnswers(),
}
const step = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('send', 'wait', 'wait long', 'online') },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(steps)) },
)
const endings = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<Ending>('answered') },
    { weight: 1, arbitrary: fc.constantFrom<Ending>('request lost', 'half received', 'answer lost', 'refused') },
  ),
  { minLength: 5, maxLength: 30 },
)

test(`a file is uploaded once, in whatever order events arrive (seed ${seed})`, async () => {
  await loadTus()
  const property = fc.asyncProperty(
    fc.scheduler(),
    fc.array(step, { minLength: 5, maxLength: 30 }),
    endings,
    async (scheduler, names, endingsInOrder) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      // Without https there is no checksum, which would be computed outside of the scheduler.
      vi.stubGlobal('crypto', { randomUUID: crypto.randomUUID.bind(crypto) })
      const remaining = [...endingsInOrder]
      const browser = new ScheduledBrowser(scheduler, () => remaining.shift() ?? 'answered')
      try {
        browser.send()
        const { task } = scheduler.scheduleSequence(
          names.map((name) => ({
            label: name,
            builder: async () => {
              await steps[name]?.(browser)
              expect(browser.listProblems(), `after “${name}”`).toEqual([])
            },
          })),
        )
        await scheduler.waitFor(task)
        await browser.settle(scheduler)
        expect([...browser.listProblems(), browser.last], 'at rest').toEqual(['ready'])
      } finally {
        browser.stop()
        vi.unstubAllGlobals()
        vi.restoreAllMocks()
        vi.useRealTimers()
      }
    },
  )
  await fc.assert(property, { seed, numRuns: randomRuns })
})
