import type { RouteOptions } from 'fastify'
import type { NeedsSpace } from '#contract/endpoint.ts'
import type { Config } from '#server/config/config.ts'
import { minFreeBytes } from '#server/db/free-bytes.ts'
import { storageFull } from './errors.ts'
import type { App } from './fastify.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `contract/endpoint.ts` declares it. The default depends on the method. */
    needsSpace?: NeedsSpace
  }
}

export type FreeSpace = ReturnType<typeof openFreeSpace>

const bytesPerMb = 1024 * 1024

const checkIntervalMs = 1_000

/** Free space of the data disks, without KEEP_FREE_MB, which is reserved for the database's own work. */
export function openFreeSpace({ dataDir, keepFreeMb }: Pick<Config, 'dataDir' | 'keepFreeMb'>) {
  const measure = async () => (await minFreeBytes(dataDir)) - keepFreeMb * bytesPerMb
  const check = () =>
    measure().then(
      (remaining) => remaining < 0,
      () => false,
    )
  let last = { at: Number.NEGATIVE_INFINITY, isFull: Promise.resolve(false) }
  return {
    measure,
    isFull() {
      const now = performance.now()
      if (now - last.at >= checkIntervalMs) last = { at: now, isFull: check() }
      return last.isFull
    },
  }
}

/** Refuses requests that need space when there is none. Call before adding routes. */
export function rejectWithoutSpace(app: App, space: FreeSpace) {
  const rejectWhenFull = async () => {
    if (await space.isFull()) throw storageFull()
  }
  app.addHook('onRoute', (route) => {
    if (needsSpace(route)) route.onRequest = [...[route.onRequest ?? []].flat(), rejectWhenFull]
  })
}

const addingMethods = new Set(['POST', 'PUT', 'PATCH'])

const needsSpace = ({ method, config }: RouteOptions) =>
  config?.needsSpace ?? [method].flat().some((each) => addingMethods.has(each))
