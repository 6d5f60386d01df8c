import { readSitePage } from '#contract/site-pages.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import type { SitePages } from './site-pages.ts'

export function sitePageRoutes(app: App, { sitePages }: { sitePages: SitePages }) {
  app.route({
    ...route(readSitePage),
    handler: async (request) => {
      const page = await sitePages.find(request.params.name)
      if (!page) throw notFound()
      return page
    },
  })
}
