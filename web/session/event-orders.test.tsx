import fc, { type Scheduler } from 'fast-check'
import { expect, test, vi } from 'vitest'
import { randomRuns } from '#tests/support/random-runs.ts'
import { listStoredKeys, readStored } from '#web/browser/local-storage.ts'
import { type ProjectSession, type SavedText, sameText } from '#web/editor/project-text.ts'
import { projectDraftPrefix, saveProject } from '#web/editor/save-project.ts'
import { startEditor } from '#web/editor/use-editor.ts'
import { now } from './editor-session.ts'
import { outgoing, statusOf } from './session-state.ts'

const userId = 'wren'
const projectId = 'moths'
const seed = Math.floor(Math.random() * 2 ** 31)

type Ending = 'answered' | 'request lost' | 'answer lost' | 'refused'

/** One browser with real sessions, tabs and storage. The scheduler decides when requests, answers and messages arrive. */
class ScheduledBrowser {
  readonly sessions: ProjectSession[] = []
  readonly versions: SavedText[] = [{ title: 'Moths', notes: '', version: 1 }]
  isOnline = true
  words = 0
  #tabs = 0
  #scheduler: Scheduler
  #nextEnding: () => Ending

  constructor(scheduler: Scheduler, nextEnding: () => Ending) {
    this.#scheduler = scheduler
    this.#nextEnding = nextEnding
    const schedule = (label: string) => this.#scheduler.schedule(Promise.resolve(), label)
    vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
      const ending = this.isOnline ? this.#nextEnding() : 'request lost'
      await schedule('a request')
      if (ending === 'request lost' || !this.isOnline) throw new TypeError('The connection is lost.')
      const response =
        ending === 'refused' ? new Response('', { status: 503 }) : this.#serve(String(method), path, body)
      await schedule('an answer')
      if (ending === 'answer lost') throw new TypeError('The connection is lost.')
      return response
    })
    const channels = new Set<{ name: string; onmessage: ((event: { data: unknown }) => void) | undefined }>()
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        onmessage: ((event: { data: unknown }) => void) | undefined
        name: string
        constructor(name: string) {
          this.name = name
          channels.add(this)
        }
        postMessage(data: unknown) {
          for (const channel of channels)
            if (channel !== this && channel.name === this.name)
              void schedule('a message').then(() => channels.has(channel) && channel.onmessage?.({ data }))
        }
        close() {
          channels.delete(this)
        }
      },
    )
  }

  /** Continues when the scheduler lets the requests of the new tab arrive, so steps must not wait for it. */
  async open() {
    if (this.#tabs === 3) return
    this.#tabs += 1
    const send: Parameters<typeof startEditor>[0]['send'] = (save) =>
      saveProject({ userId, projectId }, save.text, save.base.version)
    this.sessions.push(await startEditor({ userId, projectId, project: this.current, send }))
  }

  get current() {
    return this.versions.at(-1) as SavedText
  }

  type(session: ProjectSession) {
    const { text } = session.read()
    const notes = `${text.notes}<${this.words}>`
    this.words += 1
    const edit = { text: { ...text, notes }, target: 'notes', kind: 'replace', caret: notes.length, at: now() } as const
    session.dispatch({ type: 'edited', edit })
  }

  close(session: ProjectSession) {
    session.close()
    this.sessions.splice(this.sessions.indexOf(session), 1)
    this.#tabs -= 1
  }

  setOnline(isOnline: boolean) {
    this.isOnline = isOnline
    dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  }

  choose(session: ProjectSession, side: 'mine' | 'saved') {
    const { conflict } = session.read()
    if (conflict) session.dispatch({ type: 'chosen', side, version: conflict.version, at: now() })
  }

  /** Everything works again, and every conflict is decided. */
  async settle() {
    this.#nextEnding = () => 'answered'
    this.setOnline(true)
    for (let round = 0; round < 12; round += 1) {
      for (const session of this.sessions) this.choose(session, round % 2 ? 'mine' : 'saved')
      await vi.advanceTimersByTimeAsync(20_000)
      await this.#scheduler.waitIdle()
    }
  }

  /** What must never be. */
  listProblems() {
    const stored = listStoredKeys(projectDraftPrefix(userId, projectId)).map((key) => readStored(key) as SavedText)
    const texts = [
      ...this.versions,
      ...stored,
      ...this.sessions.flatMap((session) => [session.read().text, session.read().conflict]),
    ]
    const words = Array.from({ length: this.words }, (_, index) => `<${index}>`)
    const lost = words.filter((word) => !texts.some((text) => text?.notes.includes(word)))
    const doubled = words.filter((word) => this.current.notes.split(word).length > 2)
    const falselySaved = this.sessions.filter((session) => {
      const state = session.read()
      return statusOf(state) === 'saved' && !this.versions.some((version) => sameText(version, outgoing(state)))
    })
    return [
      ...lost.map((word) => `${word} is lost`),
      ...doubled.map((word) => `${word} is there twice`),
      ...falselySaved.map((session) => `“${session.read().text.notes}” is shown as saved`),
    ]
  }

  #serve(method: string, path: string, body: RequestInit['body']) {
    if (method === 'GET') return this.#serveVersions(path)
    const { version, notes, title = this.current.title } = JSON.parse(String(body)) as SavedText
    const isUnchanged = sameText(this.current, { title, notes })
    if (version !== this.current.version && !isUnchanged) {
      const conflict = { error: 'It was changed elsewhere.', code: 'changed_elsewhere', current: this.current }
      return Response.json(conflict, { status: 409 })
    }
    if (!isUnchanged) this.versions.push({ title, notes, version: version + 1 })
    return Response.json({ project: this.current })
  }

  #serveVersions(path: string) {
    const [, number] = /versions\/(\d+)$/.exec(path) ?? []
    const found = this.versions.find(({ version }) => version === Number(number))
    const versions = this.versions.map(({ notes, ...version }) => ({ ...version, length: [...notes].length }))
    return Response.json(found ? { version: found } : { versions })
  }
}

const steps: Record<string, (browser: ScheduledBrowser, session: ProjectSession) => unknown> = {
  type: (browser, session) => browser.type(session),
  wait: () => vi.advanceTimersByTimeAsync(700),
  'wait long': () => vi.advanceTimersByTimeAsync(30_000),
  open: (browser) => void browser.open(),
  close: (browser, session) => browser.close(session),
  hide: (_, session) => session.dispatch({ type: 'leaving', at: now() }),
  unload: () => dispatchEvent(new PageTransitionEvent('pagehide')),
  save: (_, session) => session.dispatch({ type: 'saveRequested', at: now() }),
  offline: (browser) => browser.setOnline(false),
  online: (browser) => browser.setOnline(true),
  'keep mine': (browser, session) => browser.choose(session, 'mine'),
  'take saved': (browser, session) => browser.choose(session, 'saved'),
}

const step = fc.tuple(
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('type', 'wait') },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(steps)) },
  ),
  fc.nat(2),
)
const endings = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<Ending>('answered') },
    { weight: 1, arbitrary: fc.constantFrom<Ending>('request lost', 'answer lost', 'refused') },
  ),
  { minLength: 5, maxLength: 30 },
)

test(`text is kept and saved once, in whatever order events arrive (seed ${seed})`, async () => {
  const property = fc.asyncProperty(
    fc.scheduler(),
    fc.array(step, { minLength: 5, maxLength: 40 }),
    endings,
    async (scheduler, all, endingsInOrder) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
      localStorage.clear()
      const remaining = [...endingsInOrder]
      const browser = new ScheduledBrowser(scheduler, () => remaining.shift() ?? 'answered')
      try {
        await browser.open()
        const inOrder = all.map(([name, index]) => ({
          label: name,
          builder: async () => {
            const session = browser.sessions[index % Math.max(1, browser.sessions.length)]
            if (session) await steps[name]?.(browser, session)
            else void browser.open()
            expect(browser.listProblems(), `after “${name}”`).toEqual([])
          },
        }))
        const { task } = scheduler.scheduleSequence(inOrder)
        await scheduler.waitFor(task)
        await browser.settle()
        expect(browser.listProblems(), 'at rest').toEqual([])
        expect(browser.sessions.map((session) => statusOf(session.read()))).toEqual(browser.sessions.map(() => 'saved'))
      } finally {
        for (const session of browser.sessions) session.discard()
        vi.unstubAllGlobals()
        vi.useRealTimers()
      }
    },
  )
  await fc.assert(property, { seed, numRuns: randomRuns })
})
