import type pg from 'pg'

/** Wraps a pool and records the names of the statements that run on it. */
export function recordStatementNames(pool: pg.Pool) {
  const names = new Set<string>()
  const query = (config: pg.QueryConfig) => {
    names.add(config.name ?? '')
    return pool.query(config)
  }
  return { pool: Object.create(pool, { query: { value: query } }) as pg.Pool, names }
}
