import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { openCookieSessions } from '#server/http/session.ts'
import { countWithheld, findWhoMayRead, listWithheld } from './withheld-media.queries.ts'

type Deps = {
  config: Config
  pool: pg.Pool
  log: { warn(details: object, message: string): void }
}

export type WithheldMedia = Awaited<ReturnType<typeof openWithheldMedia>>

/** Should a notice of a change be lost. */
const everyMs = 5_000
/** After each change that visitors see, here or in another process, but not more often than this. */
const soonMs = 250

/** A hint, so that other files cost a look into a set: whether one of these may be read is asked anew each time. */
export async function openWithheldMedia({ config, pool, log }: Deps) {
  const sessionOf = openCookieSessions({ config, pool })
  let hashes = new Set<string>()
  let state: string | undefined
  let readAt = 0
  let reading: Promise<void> | undefined
  let soon: NodeJS.Timeout | undefined

  async function read() {
    readAt = Date.now()
    const now = await countWithheld(pool)
    if (now === state) return
    hashes = new Set(await listWithheld(pool))
    state = now
  }

  /** Two at once are one; what cannot be read leaves it as it is. */
  const refresh = () => {
    reading ??= read()
      .catch((err) => log.warn({ err }, 'what is withheld could not be read'))
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  const timer = setInterval(refresh, everyMs).unref()
  await refresh()

  return {
    /** As long as nothing is known of any, each is asked about. */
    mayBe: (hash: string) => state === undefined || hashes.has(hash),
    async whoMayRead(hash: string, request: FastifyRequest) {
      const viewer = (await sessionOf(request))?.session.user_id ?? null
      return findWhoMayRead(request.reads, hash, viewer)
    },
    refresh,
    /** A reading that began before may have missed what was withheld since. */
    async refreshAnew() {
      await reading
      await refresh()
    },
    refreshSoon() {
      soon ??= setTimeout(
        () => {
          soon = undefined
          void refresh()
        },
        Math.max(0, readAt + soonMs - Date.now()),
      ).unref()
    },
    stop() {
      clearInterval(timer)
      clearTimeout(soon)
    },
  }
}
