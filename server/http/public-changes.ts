import type { RouteOptions } from 'fastify'
import type { Task, TaskList } from 'graphile-worker'
import type { Changes } from '#contract/endpoint.ts'
import type { App } from './fastify.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What calling the route changes; a route that may write has to say it. */
    changes?: Changes
  }
}

export type PublicChanges = ReturnType<typeof publicChanges>

/**
 * Tells whoever keeps what visitors see that it has changed: after each write that says so of itself, before its answer
 * leaves. To be called before the first route is added.
 */
export function publicChanges(app: App) {
  const listeners: (() => void)[] = []
  const announce = () => {
    for (const listener of listeners) listener()
  }
  app.addHook('onRoute', (route) => {
    assertSaid(route)
    if (route.config?.changes !== 'public') return
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      async (_request, reply) => {
        if (mayHaveWritten(reply.statusCode)) announce()
      },
    ]
  })
  /** The same jobs, announcing like writes. */
  const after = (taskList: TaskList, declared: Record<string, Changes>): TaskList => {
    const announcing =
      (task: Task): Task =>
      async (payload, helpers) => {
        await Promise.try(task, payload, helpers).finally(announce)
      }
    return Object.fromEntries(
      Object.entries(taskList).map(([name, task]) => [
        name,
        task && declared[name] === 'public' ? announcing(task) : task,
      ]),
    )
  }
  return { announce, after, subscribe: (listener: () => void) => void listeners.push(listener) }
}

/** What was refused has written nothing; what failed may have done so before. */
const mayHaveWritten = (status: number) => status < 400 || status >= 500

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

function assertSaid({ method, url, config }: RouteOptions) {
  const writes = [method].flat().filter((each) => !reads.has(each))
  if (writes.length > 0 && !config?.changes)
    throw new Error(`${writes[0]} ${url} does not say whether visitors see what it changes`)
}
