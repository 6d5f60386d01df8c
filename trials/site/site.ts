import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findRunningPostgres, superuser } from '#server/db/embedded/database.ts'
import { commandLineOf } from '#server/db/embedded/pid-file.ts'
import { databasePid } from '#tests/support/data-folder.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { type RunningSite, runBuiltSite } from '#tests/support/running-site.ts'
import { type Client, openClient } from './client.ts'
import { makeDataFolder } from './data-folder.ts'
import { type Member, signUp } from './member.ts'

export type SiteOptions = {
  /** Size of the site's own disk, if one can be mounted. Otherwise the site uses the machine's disk. */
  diskMb?: number | undefined
  settings?: Record<string, string>
  run?: (settings: Record<string, string>) => Promise<RunningSite>
}

type Folder = Awaited<ReturnType<typeof makeDataFolder>>

/** Low limits that attacks reach quickly. Versions that lack a setting ignore it. */
const smallLimits = {
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'on',
  // All members sign up at once, which the proof of work would slow down.
  SIGN_UP_PROOF: 'off',
  MAX_VIDEO_MB: '50',
  MEMBER_QUOTA_MB: '64',
  KEEP_FREE_MB: '100',
}

/** The site as `npm start` runs it, with its own data, to be attacked, measured, stopped and restarted. */
export class Site {
  readonly port: number
  readonly dataDir: string
  readonly #folder: Folder
  readonly #options: Required<Pick<SiteOptions, 'settings' | 'run'>>
  readonly #clients: Client[] = []
  #running: RunningSite | undefined
  #isMeantToRun = false

  private constructor(port: number, folder: Folder, { settings = {}, run = runBuiltSite }: SiteOptions) {
    this.port = port
    this.#folder = folder
    this.dataDir = folder.path
    this.#options = { settings, run }
  }

  static async open(options: SiteOptions = {}) {
    const site = new Site(await findFreePort(), await makeDataFolder(options.diskMb), options)
    process.once('exit', site.#endAtOnce)
    if (await site.start()) return site
    await site.remove()
    throw new Error(`The site did not start: ${site.output}`)
  }

  /** Returns whether the site is open. */
  async start() {
    const { settings, run } = this.#options
    const ownSettings = { PORT: String(this.port), DATA_DIR: this.dataDir }
    this.#running = await run({ ...smallLimits, ...settings, ...ownSettings })
    this.#isMeantToRun = this.#running.output.out.includes('Foldout is open')
    return this.#isMeantToRun
  }

  /** The output since the last start. */
  get output() {
    return `${this.#running?.output.out ?? ''}${this.#running?.output.err ?? ''}`
  }

  get pid() {
    return this.#running?.pid ?? 0
  }

  /** The main process of the site's PostgreSQL, if it is running. */
  get databasePid() {
    return databasePid(this.dataDir)
  }

  /** Whether the site ended without a request to stop. */
  get hasFallen() {
    return this.#isMeantToRun && processStats(this.pid).rssMb === 0
  }

  /** Stops the site. Returns the duration in milliseconds, or undefined if it takes longer than `timeoutMs`. */
  async stop(timeoutMs: number) {
    const start = performance.now()
    this.#isMeantToRun = false
    this.#running?.signal('SIGTERM')
    const ended = await Promise.race([this.#running?.ended.then(() => true), sleep(timeoutMs, false)])
    return ended ? performance.now() - start : undefined
  }

  async kill() {
    this.#isMeantToRun = false
    // A working decoder would continue, although no process waits for its result.
    const decoders = descendants(this.pid).filter(isDecoder)
    await this.#running?.end()
    for (const pid of decoders) endProcess(pid)
  }

  client(from: string) {
    const client = openClient(this.port, from)
    this.#clients.push(client)
    return client
  }

  signUp(from: string): Promise<Member> {
    return signUp(this.client(from))
  }

  /** Direct access to the database, for checks and for inserting many rows. */
  async withDatabase<Result>(work: (database: pg.Pool) => Promise<Result>) {
    const database = new pg.Pool({ ...findRunningPostgres(this.dataDir), user: superuser, max: 2 })
    try {
      return await work(database)
    } finally {
      await database.end()
    }
  }

  figures() {
    return { ...processStats(this.pid), diskMb: this.#folder.usedMb() }
  }

  readonly #endAtOnce = () => {
    for (const pid of [this.pid, ...descendants(this.pid).filter(isDecoder)]) if (pid) endProcess(pid)
  }

  async remove() {
    process.off('exit', this.#endAtOnce)
    for (const client of this.#clients) client.close()
    await this.kill()
    await this.#folder.remove()
  }
}

const isDecoder = (pid: number) => commandLineOf(pid).includes('decode-main')

/** Ignores a process that has already ended. */
export function endProcess(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Figures from the kernel about a process and its child processes of the same program. */
type ProcessStats = { rssMb: number; peakMb: number; handles: number }

const noStats: ProcessStats = { rssMb: 0, peakMb: 0, handles: 0 }

const processStats = (pid: number) =>
  [pid, ...descendants(pid).filter(isApp)].map(readStats).reduce(
    (total, stats) => ({
      rssMb: total.rssMb + stats.rssMb,
      peakMb: total.peakMb + stats.peakMb,
      handles: total.handles + stats.handles,
    }),
    noStats,
  )

const isApp = (pid: number) => /server\/main|site-without-pages/.test(commandLineOf(pid))

function readStats(pid: number): ProcessStats {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
    const handles = readdirSync(`/proc/${pid}/fd`).length
    return { rssMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM'), handles }
  } catch {
    return noStats
  }
}

function descendants(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return children.flatMap((child) => [child, ...descendants(child)])
  } catch {
    return []
  }
}
