import type { Member, TestApp } from '../../test-app.ts'
import type { Outcome } from '../fault-cases.ts'

type Method = 'POST' | 'PUT' | 'DELETE'

/** One request of the API, as often as it is run. */
export const request =
  (site: TestApp, as: Member | undefined, method: Method, path: string, body?: unknown) => (): Promise<Outcome> =>
    site.call({ method, path, body, as })

/** Requests that a browser sends one after the other, until one fails. */
export const inOrder =
  (...requests: (() => Promise<Outcome>)[]) =>
  async () => {
    let outcome: Outcome = { status: 200 }
    for (const send of requests) {
      outcome = await send()
      if (outcome.status >= 300) break
    }
    return outcome
  }

export const withoutResponse = (text: string): Outcome => ({ status: 0, text })

/** Work without a response, such as a job. Its errors are for its queue. */
export const work = (run: () => Promise<unknown>) => async (): Promise<Outcome> => {
  try {
    await run()
    return { status: 200 }
  } catch (error) {
    return withoutResponse(String(error))
  }
}

/** Compares a row with what is expected of it. Returns problems. */
export async function expectRow(site: TestApp, query: string, values: unknown[], expected: Record<string, unknown>) {
  const [row = {}] = await site.sql<Record<string, unknown>>(query, ...values)
  return Object.entries(expected)
    .filter(([name, value]) => JSON.stringify(row[name]) !== JSON.stringify(value))
    .map(([name, value]) => `${name} is ${JSON.stringify(row[name])}, expected ${JSON.stringify(value)}`)
}

/** Runs a job’s task once, as its queue does. */
export async function runTask(site: TestApp, name: string, payload: object = {}) {
  const logger = { warn: () => undefined, info: () => undefined, error: () => undefined }
  await site.taskList[name]?.(payload, { logger } as never)
}
