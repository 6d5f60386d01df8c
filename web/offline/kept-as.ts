/** The cache of one kept zine: its pages, their pictures, and what is known of it. */
export const zineCache = (id: string) => `${zineCaches}${id}`
export const zineCaches = 'foldout:kept-zine:'
/** What all kept zines need: the files of the site, and the page that lists them. */
export const siteCache = 'foldout:kept-site'

/** The name of what says in a document that it is the kept one, and not what the site shows now. */
export const keptMark = 'foldout-kept'

/** Under which path something is kept. A file never changes; of what does, the site is asked first. */
export type Place = { path: string; isFile: boolean }

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const changing = new RegExp(`^(/kept|/zine/${id}(/read|/text)?|/api/zines/${id})$`)
const file = /^\/(assets|media)\/[^/]+$/

/** Where what stands at an address would be kept; undefined for everything that never is. */
export function keptAs({ pathname }: Pick<URL, 'pathname'>): Place | undefined {
  // One width of a picture stands for all.
  if (file.test(pathname)) return { path: pathname.replace(/-\d+\.webp$/, '.webp'), isFile: true }
  return changing.test(pathname) ? { path: pathname, isFile: false } : undefined
}
