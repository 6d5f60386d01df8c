/** The pages there are, as `web/routes.tsx` has them. */
export const patterns = [
  '/',
  '/about',
  '/rules',
  '/privacy',
  '/imprint',
  '/zine/:id',
  '/zine/:id/read',
  '/zine/:id/text',
  '/zine/:id/print',
  '/zine/:id/edit',
  '/profile/:id?',
  '/profile/:id/series/:slug',
  '/public-profile/:id',
  '/shelf/:id',
  '/project/:id/edit',
  '/draft/:id',
  '/import',
  '/account-settings',
  '/auth/callback',
  '/auth/update-password',
  '/moderate',
  '/reply',
  '/kept',
]

const publicPage = /^\/(zine|profile)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * What is told of an address: a zine, or somebody else's profile, by its path. Of everything else the pattern, because an
 * id can name a private project or the viewer, and an address that leads nowhere can say anything.
 */
export function countedPath(pathname: string, viewerId: string | undefined) {
  const path = pathname.toLowerCase().replace(/(.)\/$/, '$1')
  const isViewers = viewerId !== undefined && path.includes(viewerId)
  if (publicPage.test(path) && !isViewers) return path
  return patterns.find((pattern) => addressesOf(pattern).test(path)) ?? '*'
}

const addressesOf = (pattern: string) =>
  new RegExp(`^${pattern.replace('/:id?', '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`)
