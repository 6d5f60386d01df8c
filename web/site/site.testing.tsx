import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  createMemoryRouter,
  Outlet,
  type RouteObject,
  RouterProvider,
  useLocation,
  useNavigate,
} from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AccountSlot } from '#web/accounts/sign-in/account-slot.tsx'
import { openSignIn, type SignInRequest, useViewer, viewerPath } from '#web/accounts/viewer.ts'
import { createQueries } from '#web/api/queries.ts'
import { examplePageData } from '#web/page/example-page-data.testing.ts'
import { type PageData, PageDataProvider } from '#web/page/page-data.tsx'
import { closeToast, readToast } from '#web/ui/toasts/toast-store.ts'
import { BackgroundSlot } from './background-slot.tsx'

export const memberId = '0199a0b2-0000-7000-8000-000000000001'
export const member = {
  id: memberId,
  email: 'wren@moths.example',
  emailVerified: true,
  username: 'wren',
  profileImageUrl: null,
}

export const refusal = (status: number, error: string, code = 'invalid_request') =>
  Response.json({ error, code, requestId: 'r' }, { status })

/** A conflict response with the server's current version. */
export const changedTo = (current: object) =>
  Response.json({ error: 'Changed.', code: 'changed_elsewhere', requestId: 'r', ...current }, { status: 409 })

/**
 * Responses by path, or by method and path: a body, a Response or a promise of one. Undefined makes the server
 * unreachable.
 */
export type Answers = Record<string, unknown>

/** Mocks `fetch` for the tests of a file. Records every call and responds from `answers`. */
export function fakeServer(usual: Answers) {
  const asked: { method: string; path: string; body: unknown }[] = []
  const server = {
    asked,
    answers: {} as Answers,
    calls: (path: string) => asked.filter((call) => call.path === path).length,
    bodyOf: (path: string) => asked.find((call) => call.path === path)?.body,
    /** Holds the response to this path until the test resolves it. */
    hold: (path: string) => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      server.answers[path] = promise
      return resolve
    },
    /** Excludes HEAD, by which pages check whether the site is reachable. */
    writes: () => asked.filter(({ method }) => method !== 'GET' && method !== 'HEAD'),
  }
  beforeEach(() => {
    asked.length = 0
    server.answers = {
      '/api/auth/user': { user: null },
      '/api/auth/providers': { providers: [] },
      '/api/auth/sign-in/email': { user: { id: memberId } },
      '/api/users/create-profile': { user: { id: memberId, username: 'wren' } },
      ...usual,
    }
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      const method = init?.method ?? 'GET'
      asked.push({ method, path, body })
      const answer = await (server.answers[`${method} ${path}`] ?? server.answers[path])
      if (answer === undefined) throw new TypeError('Failed to fetch')
      return answer instanceof Response ? answer.clone() : Response.json(answer)
    })
  })
  afterEach(() => {
    closeToast(readToast()?.id ?? 0)
    vi.unstubAllGlobals()
  })
  return server
}

export const memberServer = (usual: Answers = {}) =>
  fakeServer({ '/api/auth/user': { user: member }, ...usual })

type Opened = { at?: string; before?: string[]; routes?: RouteObject[]; knock?: SignInRequest }

/** Renders the site at an address, with a button that opens the sign-in dialog and one that goes back. */
export async function openSite({ at = '/', before = [], routes = [], knock = {} }: Opened = {}) {
  const Site = () => (
    <>
      <p>at {useLocation().pathname}</p>
      <p>{useViewer()?.username ?? 'nobody'} is signed in</p>
      <button type="button" onClick={() => openSignIn(knock)}>
        Knock
      </button>
      <GoBack />
      <Outlet />
      <AccountSlot />
      <BackgroundSlot />
    </>
  )
  const router = createMemoryRouter(
    [{ Component: Site, children: [...routes, { path: '*', Component: () => null }] }],
    {
      initialEntries: [...before, at],
    },
  )
  await render(
    <InSite>
      <RouterProvider router={router} />
    </InSite>,
  )
}

type InSiteProps = { children: ReactNode; queries?: QueryClient; data?: PageData | undefined }
function InSite({ children, queries = createQueries(), data = examplePageData }: InSiteProps) {
  return (
    <PageDataProvider data={data}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </PageDataProvider>
  )
}

type Shown = {
  data: PageData
  queries: QueryClient
  viewer: object | null
  /** Cached responses by path. */
  known: Record<string, unknown>
  at: string
  routes: RouteObject[]
}

/** Renders part of the site alone. Returns the rendered result, the query client and the router. */
export async function show(part: ReactNode, { at = '/', routes = [], ...shown }: Partial<Shown> = {}) {
  const { viewer = null, known = {}, data, queries = createQueries() } = shown
  queries.setQueryData([viewerPath], { user: viewer })
  for (const [path, answer] of Object.entries(known)) queries.setQueryData([path], answer)
  const router = createMemoryRouter([...routes, { path: '*', element: part }], { initialEntries: [at] })
  const rendered = await render(
    <InSite queries={queries} data={data}>
      <RouterProvider router={router} />
    </InSite>,
  )
  return { ...rendered, queries, router }
}

function GoBack() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Go back
    </button>
  )
}

export async function openDialog(knock?: SignInRequest) {
  await openSite({ knock })
  await page.getByRole('button', { name: 'Knock' }).click()
}

export async function signInOnSheet(identifier = member.email, password = 'mothmoth') {
  const sheet = page.getByRole('dialog')
  await sheet.getByLabelText('Email or username').fill(identifier)
  await sheet.getByLabelText('Password').fill(password)
  await sheet.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Sets the fragment of the address, as a mailed link does. Tests start and end without one. */
export const toHash = (hash: string) => window.history.replaceState(null, '', window.location.pathname + hash)
