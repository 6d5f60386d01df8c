import type pg from 'pg'
import type { Plan } from './plan-problems.ts'

/** A statement that PostgreSQL ran for the app, in a function or for a foreign key. */
export type ExecutedStatement = { call: string; text: string; plan: Plan }

/**
 * Turns on auto_explain for new connections to a database. With `generic`, plans ignore the parameter values, as
 * PostgreSQL may do from the sixth execution of a prepared statement on a connection.
 */
export async function enableAutoExplain(pool: pg.Pool, database: string, { generic = false } = {}) {
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

/** Records the statements that run on a pool's connections, with the call that `during` names. */
export function recordPlans(pool: pg.Pool) {
  const statements: ExecutedStatement[] = []
  const listeningClients = new WeakSet<pg.PoolClient>()
  let call = ''

  pool.on('acquire', (client) => {
    if (listeningClients.has(client)) return
    listeningClients.add(client)
    client.on('notice', ({ message = '' }) => {
      const [, json] = /^duration: .* plan:\s*(\{.*)$/s.exec(message) ?? []
      if (!json) return
      const { 'Query Text': text, Plan: plan } = JSON.parse(json)
      if (call) statements.push({ call, text, plan })
    })
  })

  return {
    /** All statements that ran during calls so far. */
    statements: () => [...statements],
    async during<Result>(name: string, run: () => Promise<Result>) {
      call = name
      try {
        return await run()
      } finally {
        call = ''
      }
    },
  }
}
