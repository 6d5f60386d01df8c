import { I18nProvider } from '@lingui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Viewer } from '#contract/accounts.ts'
import { type ErrorBody, type ErrorCode, errorStatus } from '#contract/errors.ts'
import type { Session } from '#contract/sessions.ts'
import { AccountSlot } from '#web/accounts/sign-in/account-slot.tsx'
import { openSignIn, type SignInRequest, useViewer, viewerPath } from '#web/accounts/viewer.ts'
import { createQueries } from '#web/api/queries.ts'
import { english } from '#web/languages/english.testing.ts'
import { examplePageData } from '#web/page-data/example-page-data.testing.ts'
import { type PageData, PageDataProvider } from '#web/page-data/page-data.tsx'
import { closeToast, readToast } from '#web/ui/toasts/toast-store.ts'
import { BackgroundSlot } from './background-slot.tsx'
import { checkAnswer, checkCached, checkCall, failOnWrongAnswers } from './check-answer.testing.ts'

export const memberId = '0199a0b2-0000-7000-8000-000000000001'
export const member = {
  id: memberId,
  email: 'wren@moths.example',
  emailVerified: true,
  username: 'wren',
  profileImageUrl: null,
}
export const memberSession: Session = {
  access_token: 'a.b.c',
  token_type: 'bearer',
  expires_in: 900,
  expires_at: 1_800_000_900,
  user: {
    id: memberId,
    email: member.email,
    user_metadata: { username: member.username, bio: null },
    identities: [],
    factors: [],
  },
}

export const errorResponse = (code: ErrorCode, error: string, more: Partial<ErrorBody> & { current?: object } = {}) =>
  Response.json({ error, code, requestId: 'r', ...more }, { status: errorStatus[code] })

/** A conflict response with the server's current version. */
export const conflictResponse = (current: object) => errorResponse('changed_elsewhere', 'Changed.', { current })

/**
 * Responses by path, or by method and path: a body, a Response or a promise of one. Undefined makes the server
 * unreachable.
 */
export type Responses = Record<string, unknown>

/** Mocks `fetch` for the tests of a file. Records every call and responds from `responses`, as the contract allows. */
export function fakeServer(defaults: Responses) {
  const requests: { method: string; path: string; body: unknown }[] = []
  const server = {
    requests,
    responses: {} as Responses,
    calls: (path: string) => requests.filter((call) => call.path === path).length,
    bodyOf: (path: string) => requests.find((call) => call.path === path)?.body,
    /** Holds the response to this path until the test resolves it. */
    hold: (path: string) => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      server.responses[path] = promise
      return resolve
    },
    /** Excludes HEAD, by which pages check whether the site is reachable. */
    writes: () => requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD'),
  }
  failOnWrongAnswers()
  beforeEach(() => {
    requests.length = 0
    server.responses = {
      '/api/auth/user': { user: null },
      '/api/auth/providers': { providers: [] },
      '/api/auth/sign-in/email': { user: { id: memberId } },
      '/api/users/create-profile': { user: { id: memberId, username: 'wren' } },
      ...defaults,
    }
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      const method = init?.method ?? 'GET'
      requests.push({ method, path, body })
      checkCall(method, path)
      const answer = await (server.responses[`${method} ${path}`] ?? server.responses[path])
      if (answer === undefined) throw new TypeError('Failed to fetch')
      return checkAnswer(method, path, answer instanceof Response ? answer.clone() : Response.json(answer))
    })
  })
  afterEach(() => {
    closeToast(readToast()?.id ?? 0)
    vi.unstubAllGlobals()
  })
  return server
}

export const memberServer = (defaults: Responses = {}) =>
  fakeServer({ '/api/auth/user': { user: member }, ...defaults })

type OpenSiteOptions = {
  at?: string
  before?: string[]
  routes?: RouteObject[]
  signInRequest?: SignInRequest
}

const viewerText = (username: string | undefined) => (username ? `${username} is signed in` : 'Signed out')

/** Renders the site at an address, with a button that opens the sign-in dialog and one that goes back. */
export async function openSite({ at = '/', before = [], routes = [], signInRequest = {} }: OpenSiteOptions = {}) {
  const Site = () => (
    <>
      <p>at {useLocation().pathname}</p>
      <p>{viewerText(useViewer()?.username)}</p>
      <button type="button" onClick={() => openSignIn(signInRequest)}>
        Ping
      </button>
      <BackButton />
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
    <SiteProviders>
      <RouterProvider router={router} />
    </SiteProviders>,
  )
}

type SiteProvidersProps = { children: ReactNode; queries?: QueryClient; data?: PageData | undefined }
function SiteProviders({ children, queries = createQueries(), data = examplePageData }: SiteProvidersProps) {
  return (
    <PageDataProvider data={data}>
      <I18nProvider i18n={english}>
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </I18nProvider>
    </PageDataProvider>
  )
}

type RenderOptions = {
  data: PageData
  queries: QueryClient
  /** What differs from `member`, or null for a guest. */
  viewer: Partial<Viewer> | null
  /** Cached responses by path. */
  cached: Record<string, unknown>
  at: string
  routes: RouteObject[]
}

/** Renders part of the site alone. Returns the rendered result, the query client and the router. */
export async function renderInSite(
  content: ReactNode,
  { at = '/', routes = [], ...options }: Partial<RenderOptions> = {},
) {
  const { viewer = null, cached = {}, data, queries = createQueries() } = options
  for (const [path, body] of Object.entries({
    [viewerPath]: { user: viewer && { ...member, ...viewer } },
    ...cached,
  })) {
    checkCached(path, body)
    queries.setQueryData([path], body)
  }
  const router = createMemoryRouter([...routes, { path: '*', element: content }], { initialEntries: [at] })
  const rendered = await render(
    <SiteProviders queries={queries} data={data}>
      <RouterProvider router={router} />
    </SiteProviders>,
  )
  return { ...rendered, queries, router }
}

function BackButton() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Go back
    </button>
  )
}

export async function openDialog(signInRequest?: SignInRequest) {
  await openSite({ signInRequest })
  await page.getByRole('button', { name: 'Ping' }).click()
}

export async function signInOnSheet(identifier = member.email, password = 'mothmoth') {
  const sheet = page.getByRole('dialog')
  await sheet.getByLabelText('Email or username').fill(identifier)
  await sheet.getByLabelText('Password').fill(password)
  await sheet.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Sets the fragment of the address, as a mailed link does. Tests start and end without one. */
export const setHash = (hash: string) => window.history.replaceState(null, '', window.location.pathname + hash)
