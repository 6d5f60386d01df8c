import { z } from 'zod'
import { storeLanguage } from '#server/auth/store-language.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { setCookieHeader } from '#server/http/cookies.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { languageCookie } from '#server/http/negotiate-language.ts'
import type { SiteLanguages } from '#server/languages/site-languages.ts'

const yearSeconds = 31_536_000

/** A form chooses the language, so that it works without scripts. Returns to the page with the form. */
export async function languageRoutes(
  app: App,
  { config, db, languages }: { config: Config; db: Db; languages: SiteLanguages },
) {
  // The whole choice is in the address.
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) => done(null))
  app.post(
    '/language/:language',
    {
      config: { changes: 'private' },
      schema: {
        hide: true,
        params: z.object({ language: z.string() }),
        querystring: z.object({ from: z.string().max(2_000).default('/') }),
      },
    },
    async (request, reply) => {
      const language = languages.find(request.params.language)
      if (!language) throw notFound('language')
      const { viewer } = request
      if (viewer) await storeLanguage(db, viewer.id, language)
      reply.header('set-cookie', setCookieHeader(config, languageCookie, { value: language, maxAge: yearSeconds }))
      return reply.redirect(ownAddress(request.query.from), 303)
    },
  )
}

/** Only an address of this site. A resolved one, because `//name` and `/\name` are other sites. */
function ownAddress(from: string) {
  const { origin, pathname, search } = new URL(from, 'http://page')
  return origin === 'http://page' && !pathname.startsWith('//') ? pathname + search : '/'
}
