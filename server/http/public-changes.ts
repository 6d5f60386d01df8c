import type { RouteOptions } from 'fastify'
import type { Task, TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Changes } from '#contract/endpoint.ts'
import type { Config } from '#server/config/config.ts'
import { openNotices } from '#server/db/notices.ts'
import type { App } from './fastify.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route changes. Required for routes that may write. */
    changes?: Changes
  }
  interface FastifyRequest {
    /** Set if a request that may change public data did not do so this time. */
    isPrivateChange?: true
  }
}

type Listener = () => void

export type PublicChanges = ReturnType<typeof publicChanges>

/** Announces each public write before its response is sent. Call before adding routes. */
export function publicChanges(app: App) {
  const listeners: Listener[] = []
  const forwarders: Listener[] = []
  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }
  const announce = () => {
    notifyListeners()
    for (const forward of forwarders) forward()
  }
  app.addHook('onRoute', (route) => {
    assertChangesDeclared(route)
    if (route.config?.changes !== 'public') return
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      (request, reply, payload, done) => {
        if (couldHaveWritten(reply.statusCode) && !request.isPrivateChange) announce()
        done(null, payload)
      },
    ]
  })
  const announceAfter = (taskList: TaskList, publicTasks: ReadonlySet<string>): TaskList => {
    const announcing =
      (task: Task): Task =>
      async (payload, helpers) => {
        await Promise.try(task, payload, helpers).finally(announce)
      }
    return Object.fromEntries(
      Object.entries(taskList).map(([name, task]) => [name, task && publicTasks.has(name) ? announcing(task) : task]),
    )
  }
  return {
    announce,
    announceAfter,
    notifyListeners,
    subscribe: (listener: Listener) => void listeners.push(listener),
    subscribeToLocal: (forward: Listener) => void forwarders.push(forward),
  }
}

/** Announces and receives changes of other processes and operator commands through the database. */
export function connectToOtherProcesses(
  app: App,
  { subscribeToLocal, notifyListeners }: Pick<PublicChanges, 'subscribeToLocal' | 'notifyListeners'>,
  { config, pool }: { config: Pick<Config, 'databaseUrl' | 'workers'>; pool: pg.Pool },
) {
  const notices = openNotices({ pool, log: app.log })
  const isSingleProcess = !config.databaseUrl && config.workers === 1
  if (!isSingleProcess) subscribeToLocal(notices.notify)
  notices.subscribe(notifyListeners)
  app.addHook('onClose', () => notices.stop())
}

/** A refused request has written nothing. A failed one may have written before it failed. */
const couldHaveWritten = (status: number) => status < 400 || status >= 500

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

function assertChangesDeclared({ method, url, config }: RouteOptions) {
  const writeMethods = [method].flat().filter((each) => !readMethods.has(each))
  if (writeMethods.length > 0 && !config?.changes)
    throw new Error(`${writeMethods[0]} ${url} does not declare whether visitors see its changes`)
}
