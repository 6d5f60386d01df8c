/** The cache of one saved zine: pages, pictures and its record. Renaming the caches would copy all saved pictures. */
export const zineCache = (id: string) => `${zineCaches}${id}`
export const zineCaches = 'foldout:kept-zine:'
export const siteCache = 'foldout:kept-site'
/** The editor and the layout table of the signed-in member: pages, site files and copies of the last texts. */
export const workspaceCache = 'foldout:kept-workspace'

export const offlineCopyMeta = 'foldout-kept'

/** The list of saved zines, and its address in 1.0: until 1.2, the list of a browser may be stored under it. */
export const listPath = '/offline'
export const earlierListPath = '/kept'

/** Files never change. For anything else, the service worker asks the site first. */
export type CacheEntry = { path: string; isFile: boolean }

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const mutablePaths = new RegExp(`^(${listPath}|${earlierListPath}|/zine/${id}(/read|/text)?|/api/zines/${id})$`)
const immutablePaths = new RegExp(`^(/(assets|media)/[^/]+|/api/zines/${id}/captions/[0-9a-f]{32})$`)

/** Maps an address to its path in the cache. Undefined for what is never cached. */
export function cacheEntryFor({ pathname }: Pick<URL, 'pathname'>): CacheEntry | undefined {
  // Caches one width per picture, which serves all requested widths.
  if (immutablePaths.test(pathname)) return { path: pathname.replace(/-\d+\.webp$/, '.webp'), isFile: true }
  return mutablePaths.test(pathname) ? { path: pathname, isFile: false } : undefined
}

/** Stored pages that open any project and any draft without a connection, and the addresses that they open at. */
const shells = [
  { path: '/project/offline/edit', address: new RegExp(`^/project/${id}/edit$`) },
  { path: '/draft/offline', address: new RegExp(`^/draft/${id}$`) },
]
export const shellPaths = shells.map(({ path }) => path)
export const shellPathFor = ({ pathname }: Pick<URL, 'pathname'>) =>
  shells.find(({ address }) => address.test(pathname))?.path

/** Address of the offline zines, naming in its fragment the page that could not be opened. The site does not see it. */
export const offlinePageFor = (requestedPath: string) => `${listPath}#${new URLSearchParams({ requestedPath })}`
export const earlierOfflinePageFor = (wanted: string) => `${earlierListPath}#${new URLSearchParams({ wanted })}`

/** The page named in a fragment, only of this site: links from elsewhere may name others. */
export function requestedPageIn(fragment: string): URL | undefined {
  const parameters = new URLSearchParams(fragment.slice(1))
  const requestedPath = parameters.get('requestedPath') ?? parameters.get('wanted') ?? ''
  if (!URL.canParse(requestedPath)) return undefined
  const address = new URL(requestedPath)
  return address.origin === location.origin ? address : undefined
}
