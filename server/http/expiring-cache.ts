/** Caches what `load` returned for `ttlMs` milliseconds, whatever its arguments are. A failed load is not cached. */
export function expiringCache<Values extends unknown[], Result>(
  ttlMs: number,
  load: (...values: Values) => Promise<Result>,
) {
  let cached: { result: Promise<Result>; expiresAt: number } | undefined
  const invalidate = () => {
    cached = undefined
  }
  const read = (...values: Values) => {
    if (cached && cached.expiresAt > Date.now()) return cached.result
    const result = load(...values)
    cached = { result, expiresAt: Date.now() + ttlMs }
    result.catch(invalidate)
    return result
  }
  return { read, invalidate }
}
