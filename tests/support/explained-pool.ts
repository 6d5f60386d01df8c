import type pg from 'pg'
import type { Plan } from './plan-faults.ts'

/** A statement that PostgreSQL ran, however it came to it: sent by the app, in a function or for a foreign key. */
export type Ran = {
  call: string
  text: string
  plan: Plan
  /** Whether the app sent it under a name; undefined when the app did not send it. */
  isNamed: boolean | undefined
}

/**
 * Lets PostgreSQL explain whatever runs in a database from the next connection on; with `generic`, plan it without
 * looking at the values, as it may from the sixth time on that a connection runs a prepared statement.
 */
export async function explainEverything(pool: pg.Pool, database: string, { generic = false } = {}) {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    plan_cache_mode: generic ? 'force_generic_plan' : 'auto',
  }
  for (const [name, value] of Object.entries(settings))
    await pool.query(`alter database ${database} set ${name} = '${value}'`)
}

/** Keeps what runs on the connections of a pool, with the call that `during` names. */
export function recordPlans(pool: pg.Pool) {
  const ran: Ran[] = []
  const sent = new Map<string, boolean>()
  const known = new WeakSet<pg.PoolClient>()
  let call = ''

  pool.on('acquire', (client) => {
    if (known.has(client)) return
    known.add(client)
    noteNames(client, sent)
    client.on('notice', ({ message = '' }) => {
      const [, json] = /^duration: .* plan:\s*(\{.*)$/s.exec(message) ?? []
      if (!json) return
      const { 'Query Text': text, Plan: plan } = JSON.parse(json)
      if (call) ran.push({ call, text, plan, isNamed: undefined })
    })
  })

  return {
    /** Everything that ran during calls so far. */
    ran: () => ran.map((each) => ({ ...each, isNamed: sent.get(each.text) })),
    async during<Answer>(name: string, ask: () => Promise<Answer>) {
      call = name
      try {
        return await ask()
      } finally {
        call = ''
      }
    },
  }
}

/** Every way to a client's `query` begins with a text, or with an object that has one. */
function noteNames(client: pg.PoolClient, sent: Map<string, boolean>) {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const noting = (...given: unknown[]) => {
    const [first] = given
    if (typeof first === 'string') sent.set(first, false)
    else if (isStatement(first)) sent.set(first.text, Boolean(first.name) || sent.get(first.text) === true)
    return query(...given)
  }
  client.query = noting as typeof client.query
}

const isStatement = (given: unknown): given is { text: string; name?: string } =>
  typeof given === 'object' && given !== null && 'text' in given && typeof given.text === 'string'
