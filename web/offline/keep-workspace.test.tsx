import { afterEach, expect, test, vi } from 'vitest'
import { viewerPath } from '#web/accounts/viewer.ts'
import { persist } from '#web/browser/local-storage.ts'
import { memberSubkey } from '#web/browser/storage-keys.ts'
import { workspaceCache } from './cache-entries.ts'
import { keepCopy, keepWorkspace } from './keep-workspace.ts'
import { findCopy, findWorkspace, removeWorkspaceOfOthers, type Workspace } from './offline-workspace.ts'

const path = (n: number) => `/api/projects/${n}`

/** Opens texts one after the other. Returns their addresses that still have a copy, newest first. */
async function openTexts(...texts: { n: number; notes?: string }[]) {
  const cache = await caches.open(workspaceCache)
  for (const { n, notes = '' } of texts) {
    const workspace: Workspace = (await findWorkspace()) ?? { userId: 'wren', script: '', renewedAt: 0, copies: [] }
    await keepCopy(cache, workspace, { path: path(n), body: { project: { notes } } })
  }
  return (await findWorkspace())?.copies.map((copy) => Number(copy.path.split('/').at(-1)))
}

afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  document.documentElement.lang = 'en'
  await caches.delete(workspaceCache)
  localStorage.clear()
})

/** A page in the language that its address asks for, as far as saving it reads it. */
function serve(address: string) {
  const { pathname, searchParams } = new URL(address, location.origin)
  if (pathname.startsWith('/assets/')) return new Response('')
  const language = searchParams.get('lang')
  const assets = { script: '/assets/start.js', styles: [], later: [`/assets/${language}-making.js`] }
  const responses = [{ path: viewerPath, kind: 'item', body: { user: { id: 'wren' } } }]
  const data = JSON.stringify({ assets, responses })
  return new Response(`<html lang="${language}"><script id="page-data" type="application/json">${data}</script>`)
}

const isStored = async (path: string) => (await caches.match(path, { cacheName: workspaceCache })) !== undefined

test('pages are saved in the language of the page with its sentences, and again when it changes', async () => {
  vi.stubEnv('PROD', true)
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue({} as ServiceWorkerRegistration)
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockResolvedValue({} as ServiceWorkerRegistration)
  const site = vi.spyOn(window, 'fetch').mockImplementation(async (address) => serve(String(address)))
  const data = serve('/draft/offline?lang=es')
  const script = new DOMParser().parseFromString(await data.text(), 'text/html').getElementById('page-data') as Node
  document.body.append(script)
  for (const language of ['es', 'de']) {
    document.documentElement.lang = language
    await keepWorkspace('wren')
    expect(await isStored(`/assets/${language}-making.js`)).toBe(true)
    const page = await caches.match('/draft/offline', { cacheName: workspaceCache })
    expect(await page?.text()).toContain(`<html lang="${language}">`)
  }
  const requests = site.mock.calls.length
  await keepWorkspace('wren')
  expect(site.mock.calls.length).toBe(requests)
  document.body.removeChild(script)
})

test('the last five texts have a copy', async () => {
  const texts = [1, 2, 3, 4, 5, 6].map((n) => ({ n }))
  expect(await openTexts(...texts, { n: 3, notes: 'changed' })).toEqual([3, 6, 5, 4, 2])
  expect(await findCopy('wren', path(3))).toEqual({ project: { notes: 'changed' } })
  expect(await findCopy('wren', path(1))).toBeUndefined()
})

test('large texts leave less space, but the newest one always has a copy', async () => {
  const large = 'x'.repeat(6_000_000)
  expect(await openTexts({ n: 1 }, { n: 2, notes: large }, { n: 3, notes: large })).toEqual([3])
})

test('a text with unsaved changes keeps its copy', async () => {
  persist(memberSubkey('wren', 'draft', '1', 'tab'), { title: 'Moths' })
  expect(await openTexts(...[1, 2, 3, 4, 5, 6, 7].map((n) => ({ n })))).toEqual([7, 6, 5, 4, 3, 1])
})

test('the copy of a deleted text is deleted', async () => {
  await openTexts({ n: 1 }, { n: 2 })
  const workspace = (await findWorkspace()) as Workspace
  await keepCopy(await caches.open(workspaceCache), workspace, { path: path(1), body: null })
  expect(await openTexts()).toEqual([2])
  expect(await findCopy('wren', path(1))).toBeUndefined()
})

test('a copy is for its member only, and leaves with their session', async () => {
  await openTexts({ n: 1 })
  expect(await findCopy('robin', path(1))).toBeUndefined()
  await removeWorkspaceOfOthers('wren')
  expect(await findCopy('wren', path(1))).toBeDefined()
  await removeWorkspaceOfOthers('robin')
  expect(await findCopy('wren', path(1))).toBeUndefined()
  expect(await caches.has(workspaceCache)).toBe(false)
})

test.each([undefined, 'robin'])('a save that is interrupted by a sign-out leaves nothing (%s)', async (viewer) => {
  const cache = await caches.open(workspaceCache)
  await openTexts({ n: 1 })
  await removeWorkspaceOfOthers(viewer)
  await keepCopy(cache, { userId: 'wren', script: '', renewedAt: 0, copies: [] }, { path: path(2), body: {} })
  expect(await caches.has(workspaceCache)).toBe(false)
  expect(await findCopy('wren', path(2))).toBeUndefined()
})
