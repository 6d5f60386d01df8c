/** Pages are what the routes name: whatever is called a page and is not one, and the other way round, as sentences. */
export function wrongPages(paths: string[], routes: string): string[] {
  const named = [...routes.matchAll(/'(web\/[^']+-page\.tsx)'/g)].map(([, path = '']) => path)
  const called = paths.filter((path) => path.startsWith('web/') && path.endsWith('-page.tsx'))
  return [
    ...called
      .filter((path) => !named.includes(path))
      .map((path) => `${path} is called a page, but web/routes.tsx does not name it`),
    ...named
      .filter((path) => !paths.includes(path))
      .map((path) => `web/routes.tsx names ${path}, which is not there`),
  ]
}
