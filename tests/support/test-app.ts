import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import type { QueryResult, QueryResultRow } from 'pg'
import { afterAll } from 'vitest'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { openDb } from '#server/db/connection.ts'
import { openDatabase } from '#server/db/database.ts'
import { startJobs } from '#server/db/jobs.ts'
import type { App } from '#server/http/fastify.ts'
import type { Timeouts } from '#server/http/request-limits.ts'
import { openSiteLanguages } from '#server/languages/site-languages.ts'
import { findInOutbox, listOutbox, outboxFolder } from '#server/mail/outbox.ts'
import type { PageSource } from '#server/pages/render-page.ts'
import { checkDocumented, readApiDocument } from './api-document.ts'
import { parseMail, type ReceivedMail } from './received-mail.ts'
import { createTestDatabase } from './test-database.ts'

export type Member = { id: string; username: string; email: string; password: string; cookie: string }
type TestResponse<Body> = { status: number; headers: Record<string, unknown>; body: Body; text: string }

/** The responses of `count` concurrent calls. Each call gets its number, from 0. */
export const callConcurrently = <Result>(count: number, call: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)))

type TestOptions = {
  jobs?: boolean
  pages?: PageSource
  /** Offers languages whose catalogs are not complete, with sentences in English. */
  languages?: string[]
  settings?: Record<string, string>
  databaseUrl?: string | undefined
  timeouts?: Partial<Timeouts>
  /** A request that completes while a test holds a lock has then not waited for it, however busy the machine is. */
  waitsForLocks?: boolean
  /** Needs a `LOG_LEVEL` in the settings, because tests log nothing by default. */
  logTo?: NodeJS.WritableStream
}

/** The real application with its own database. Jobs run only with `jobs`. */
export async function startTestApp({
  jobs = false,
  pages,
  languages,
  settings = {},
  databaseUrl,
  timeouts = {},
  waitsForLocks = false,
  logTo,
}: TestOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'foldout-test-'))
  const config: Config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    ...settings,
  })
  const { pool, direct, connection, stop } = databaseUrl
    ? await openGivenDatabase(config, databaseUrl)
    : await openOwnDatabase(waitsForLocks)
  const builtApp = await buildApp({
    config,
    pool,
    direct,
    pages: pages ?? false,
    languages: languages && openSiteLanguages({ languages, defaultLanguage: 'en' }, languages),
    timeouts,
    ...(logTo && { logTo }),
  })
  const { app, audit, drain, changes, media, metrics, documents, taskList, crontab } = builtApp
  await app.ready()
  readApiDocument(app)
  const runner = jobs ? await startJobs(direct, taskList, crontab, app.log, { pollMs: 200 }) : undefined

  return {
    app,
    audit,
    changes,
    config,
    connection,
    dataDir,
    db: openDb(pool),
    drain,
    media,
    metrics,
    documents,
    taskList,
    pool,
    ...createClient(<Body>(request: TestRequest) => call<Body>(app, request)),
    sql: async <Row extends QueryResultRow = QueryResult['rows'][0]>(text: string, ...values: unknown[]) =>
      (await pool.query<Row>(text, values)).rows,
    signUp: (named?: string) => signUp(app, named),
    outbox: () => readOutbox(config),
    async close() {
      await Promise.all([drain(), runner?.stop()])
      await app.close()
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The emails of a site without an SMTP server, oldest first. */
async function readOutbox(config: Config): Promise<ReceivedMail[]> {
  const folder = outboxFolder(config)
  const names = (await listOutbox(folder)).reverse()
  const files = await Promise.all(names.map((name) => findInOutbox(folder, name)))
  return Promise.all(files.filter((bytes) => bytes !== undefined).map(parseMail))
}

async function openOwnDatabase(waitsForLocks: boolean) {
  const { pool, connection } = await createTestDatabase({ waitsForLocks })
  return { pool, direct: pool, connection, stop: () => pool.end() }
}

async function openGivenDatabase(config: Config, databaseUrl: string) {
  const database = await openDatabase({ ...config, databaseUrl })
  return { ...database, connection: { connectionString: databaseUrl } }
}

/** The application for all tests of a file. It is closed after them. */
export async function openTestApp(options: TestOptions = {}) {
  const site = await startTestApp(options)
  afterAll(() => site.close())
  return site
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Where a site listens, from now on if it did not. */
export async function listening({ app }: Pick<TestApp, 'app'>) {
  const there = app.server.address()
  const isThere = there && typeof there === 'object'
  return isThere ? `http://127.0.0.1:${there.port}` : app.listen({ port: 0, host: '127.0.0.1' })
}

type TestRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  path: string
  body?: unknown
  as?: Member | undefined
  headers?: Record<string, string>
  /** The IP address of the client. */
  from?: string
}

/** Short forms of the most common requests. */
export function createClient(call: <Body>(request: TestRequest) => Promise<TestResponse<Body>>) {
  type Fields = Record<string, unknown>
  return {
    call: <Body = Fields>(request: TestRequest) => call<Body>(request),
    get: <Body = Fields>(path: string, as?: Member) => call<Body>({ path, as }),
    post: <Body = Fields>(path: string, body?: unknown, as?: Member) => call<Body>({ method: 'POST', path, body, as }),
    /** A POST to an account endpoint. */
    auth: <Body = Fields>(path: string, body: object = {}, as?: Member) =>
      call<Body>({ method: 'POST', path: `/api/auth/${path}`, body, as }),
    put: <Body = Fields>(path: string, body?: unknown, as?: Member) => call<Body>({ method: 'PUT', path, body, as }),
    delete: <Body = Fields>(path: string, as?: Member, body?: unknown) =>
      call<Body>({ method: 'DELETE', path, body, as }),
  }
}

async function call<Body>(
  app: App,
  { method = 'GET', path, body, as, headers, from }: TestRequest,
): Promise<TestResponse<Body>> {
  const options: InjectOptions = {
    method,
    url: path,
    headers: { ...headers, ...(as && { cookie: as.cookie }) },
    ...(from && { remoteAddress: from }),
  }
  if (body !== undefined) options.payload = body as NonNullable<InjectOptions['payload']>
  const response = await app.inject(options)
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  if (isJson && method !== 'HEAD' && response.statusCode !== 304) checkDocumented(app, { method, path }, response)
  return {
    status: response.statusCode,
    headers: response.headers,
    body: (isJson ? response.json() : undefined) as Body,
    text: response.body,
  }
}

let members = 0

/** Registers a member the way the site does: account, then profile. */
async function signUp(app: App, named?: string): Promise<Member> {
  members += 1
  const username = named ?? `member${members}`
  const email = `member${members}@example.org`
  const password = 'correct horse'
  const body = { email, password, name: username, username }
  const response = await app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload: body })
  if (response.statusCode !== 200) throw new Error(`sign-up failed: ${response.body}`)
  const cookie = response.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  const member = { id: response.json().user.id as string, username, email, password, cookie }
  const profile = await call(app, { method: 'POST', path: '/api/users/create-profile', body: {}, as: member })
  if (profile.status !== 200) throw new Error(`create-profile failed: ${profile.text}`)
  return member
}
