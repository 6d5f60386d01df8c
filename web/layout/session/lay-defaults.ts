/** What an earlier Foldout did not ask for: with nothing said, a layout that it kept is whole. */
const layoutDefaults = { details: {}, contentNote: null }
const pageDefaults = { contentNote: '' }

/** A layout as this browser has kept it, with what it may lack laid under it. Whoever reads it checks the rest. */
export function layDefaults(kept: unknown): unknown {
  if (!isObject(kept)) return kept
  const { pages } = kept
  return { ...layoutDefaults, ...kept, pages: Array.isArray(pages) ? pages.map(layUnderPage) : pages }
}

const layUnderPage = (page: unknown): unknown => (isObject(page) ? { ...pageDefaults, ...page } : page)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
