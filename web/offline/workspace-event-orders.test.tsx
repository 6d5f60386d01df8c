import { QueryClient } from '@tanstack/react-query'
import fc, { type Scheduler } from 'fast-check'
import { expect, test, vi } from 'vitest'
import { randomRuns } from '#tests/support/random-runs.ts'
import { signOut } from '#web/accounts/account-calls.ts'
import { clearPendingSignOut, deferSignOut } from '#web/accounts/prepare-sign-out.ts'
import { retryPendingSignOut } from '#web/accounts/use-sign-out.ts'
import { viewerPath } from '#web/accounts/viewer.ts'
import { pageDataScript } from '#web/page-data/page-data.tsx'
import { workspaceCache } from './cache-entries.ts'
import { keepWorkspace } from './keep-workspace.ts'
import { removeWorkspaceOfOthers, type Workspace, workspacePath } from './offline-workspace.ts'

const seed = Math.floor(Math.random() * 2 ** 31)

const members = ['wren', 'robin'] as const
type Member = (typeof members)[number]

const pathOf = (member: Member, text: number) => `/api/projects/${member}-${text}`

/** A page as the site renders it for this member, as far as saving it reads it. */
function renderPage(userId: Member | undefined) {
  const user = userId === undefined ? null : { id: userId }
  const assets = { script: '/assets/start.js', styles: [], inlined: false, later: [], fonts: [] }
  const responses = [{ path: viewerPath, kind: 'item', body: { user } }]
  const data = { assets, responses } as unknown as Parameters<typeof pageDataScript>[0]
  const { id, type, dangerouslySetInnerHTML } = pageDataScript(data)
  return `<script id="${id}" type="${type}">${dangerouslySetInnerHTML.__html}</script></head>`
}

/** One browser and the site. The scheduler decides when requests arrive and when the browser reads and writes its cache. */
class ScheduledBrowser {
  session: Member | undefined
  viewer: Member | undefined
  isOnline = true
  readonly caches = new Map<string, Map<string, Response>>()
  readonly #queries = new QueryClient()
  readonly #running = new Set<Promise<unknown>>()
  #isSigningOut = false
  #stopRetrying = () => {}
  readonly #schedule: (label: string) => Promise<void>

  constructor(scheduler: Scheduler) {
    this.#schedule = (label) => scheduler.schedule(Promise.resolve(), label)
    vi.stubEnv('PROD', true)
    vi.stubGlobal('fetch', async (path: string) => {
      await this.#schedule(`a request of ${path}`)
      if (!this.isOnline) throw new TypeError('The connection is lost.')
      const response = this.#serve(path)
      await this.#schedule(`an answer of ${path}`)
      if (!this.isOnline) throw new TypeError('The connection is lost.')
      return response
    })
    vi.stubGlobal('caches', {
      open: (name: string) => this.#after('open', () => this.#cacheOf(name)),
      has: (name: string) => this.#after('has', () => this.caches.has(name)),
      delete: (name: string) => this.#after('delete', () => this.caches.delete(name)),
      keys: () => this.#after('keys', () => [...this.caches.keys()]),
      match: (path: string, { cacheName }: { cacheName: string }) =>
        this.#after('match', () => this.caches.get(cacheName)?.get(path)?.clone()),
    })
    let last: Promise<unknown> = Promise.resolve()
    vi.spyOn(navigator.locks, 'request').mockImplementation((async (_name: string, task: () => Promise<unknown>) => {
      last = last.then(task, task)
      return last
    }) as unknown as LockManager['request'])
    vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue({} as ServiceWorkerRegistration)
    vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockResolvedValue({} as ServiceWorkerRegistration)
    vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(undefined)
  }

  signIn(member: Member) {
    if (this.viewer !== undefined || !this.isOnline) return
    this.session = member
    clearPendingSignOut()
    this.#showTo(member)
  }

  /** Without a connection the member leaves the page, and the session ends when the site is reachable. */
  async signOut() {
    const { viewer } = this
    if (viewer === undefined || this.#isSigningOut) return
    this.#isSigningOut = true
    await signOut().catch(() => deferSignOut(viewer))
    this.#isSigningOut = false
    this.#showTo(undefined)
  }

  setOnline(isOnline: boolean) {
    this.isOnline = isOnline
    dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  }

  open(text: number) {
    const { viewer } = this
    if (viewer === undefined) return
    const opened = { path: pathOf(viewer, text), body: { owner: viewer } }
    this.run(keepWorkspace(viewer, opened).catch(() => undefined))
  }

  async settle() {
    for (let round = 0; round < 3; round += 1) {
      this.setOnline(true)
      while (this.#running.size > 0) await Promise.all(this.#running)
    }
  }

  close() {
    this.#stopRetrying()
  }

  /** What must never be. */
  async listProblems() {
    const stored = this.caches.get(workspaceCache)
    const record = await stored?.get(workspacePath)?.clone().json()
    const copies = await Promise.all(
      (record as Workspace | undefined)?.copies.map(async ({ path }) => ({
        path,
        copy: await stored?.get(path)?.clone().json(),
      })) ?? [],
    )
    const wrong = copies.filter(({ copy }) => copy && copy.owner !== record.userId)
    return wrong.map(({ path }) => `${record.userId} sees ${path}`)
  }

  /** What must be true when nothing happens any more. */
  listProblemsAtRest() {
    if (this.viewer === undefined) return this.caches.has(workspaceCache) ? ['texts remain after signing out'] : []
    const others = members.filter((member) => member !== this.viewer)
    const paths = [...(this.caches.get(workspaceCache)?.keys() ?? [])]
    return paths.filter((path) => others.some((member) => path.includes(`/${member}-`)))
  }

  #showTo(viewer: Member | undefined) {
    this.viewer = viewer
    this.run(removeWorkspaceOfOthers(viewer))
    this.#stopRetrying()
    this.#stopRetrying = retryPendingSignOut(this.#queries, {
      viewerId: viewer,
      onSignedOut: () => removeWorkspaceOfOthers(undefined),
    })
  }

  run(work: Promise<unknown>) {
    this.#running.add(work)
    void work.finally(() => this.#running.delete(work))
  }

  async #after<Result>(label: string, act: () => Result) {
    await this.#schedule(label)
    return act()
  }

  /** An open cache whose name was deleted keeps its entries for those who hold it. */
  #cacheOf(name: string) {
    const entries = this.caches.get(name) ?? new Map<string, Response>()
    this.caches.set(name, entries)
    return {
      match: (path: string) => this.#after('match', () => entries.get(path)?.clone()),
      put: (path: string, response: Response) => this.#after('put', () => void entries.set(path, response.clone())),
      delete: (path: string) => this.#after('delete', () => entries.delete(path)),
      keys: () => this.#after('keys', () => [...entries.keys()].map((path) => new Request(path))),
    }
  }

  #serve(path: string) {
    if (path === '/api/auth/sign-out') {
      this.session = undefined
      return Response.json({ success: true })
    }
    if (path.startsWith('/assets/')) return new Response('')
    if (!path.startsWith('/api/')) return new Response(renderPage(this.session))
    const owner = members.find((member) => path.startsWith(pathOf(member, 0).slice(0, -1)))
    if (this.session === undefined) return new Response('', { status: 401 })
    return owner === this.session ? Response.json({ owner }) : new Response('', { status: 404 })
  }
}

/** What an event started may schedule more a moment later. */
async function restUntilIdle(scheduler: Scheduler) {
  do {
    await scheduler.waitIdle()
    await new Promise((resolve) => setTimeout(resolve))
  } while (scheduler.count() > 0)
}

/** They must not wait for what the scheduler decides. */
const steps: Record<string, (browser: ScheduledBrowser, number: number) => void> = {
  open: (browser, number) => browser.open(number),
  'sign in as wren': (browser) => browser.signIn('wren'),
  'sign in as robin': (browser) => browser.signIn('robin'),
  'sign out': (browser) => browser.run(browser.signOut()),
  offline: (browser) => browser.setOnline(false),
  online: (browser) => browser.setOnline(true),
}
const step = fc.tuple(
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('open', 'sign out') },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(steps)) },
  ),
  fc.nat(6),
)

test(`offline texts are of the viewer only, in whatever order events arrive (seed ${seed})`, async () => {
  const data = new DOMParser().parseFromString(renderPage(undefined), 'text/html').querySelector('script') as Node
  document.body.append(data)
  const property = fc.asyncProperty(
    fc.scheduler(),
    fc.array(step, { minLength: 5, maxLength: 30 }),
    async (scheduler, all) => {
      localStorage.clear()
      const browser = new ScheduledBrowser(scheduler)
      try {
        browser.signIn('wren')
        const { task } = scheduler.scheduleSequence(
          all.map(([name, number]) => ({
            label: `${name} ${number}`,
            builder: async () => {
              steps[name]?.(browser, number)
              expect(await browser.listProblems(), `after “${name}”`).toEqual([])
            },
          })),
        )
        await scheduler.waitFor(task)
        await scheduler.waitFor(browser.settle())
        await restUntilIdle(scheduler)
        expect([...(await browser.listProblems()), ...browser.listProblemsAtRest()], 'at rest').toEqual([])
      } finally {
        browser.close()
        vi.unstubAllGlobals()
        vi.unstubAllEnvs()
        vi.restoreAllMocks()
      }
    },
  )
  await fc.assert(property, { seed, numRuns: randomRuns })
})
