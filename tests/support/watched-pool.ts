import type pg from 'pg'

/** Wraps a pool and records the names of the statements that run on it. */
export function watchPool(pool: pg.Pool) {
  const names = new Set<string>()
  const query = (asked: pg.QueryConfig) => {
    names.add(asked.name ?? '')
    return pool.query(asked)
  }
  return { pool: Object.create(pool, { query: { value: query } }) as pg.Pool, names }
}
