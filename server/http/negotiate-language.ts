import { match } from '@formatjs/intl-localematcher'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { canonicalLanguage } from '#contract/language-tag.ts'
import type { Config } from '#server/config/config.ts'
import type { SiteLanguages } from '#server/languages/site-languages.ts'
import { readCookie } from './cookies.ts'

declare module 'fastify' {
  interface FastifyInstance {
    languages?: SiteLanguages
  }
}

export const languageCookie = 'language'

/** More languages than this, and longer headers, come from no browser. */
const maxWanted = 20
const maxHeaderLength = 1_000

type Wishes = { asked?: string | null; chosen?: string | undefined }

/** The first that is offered: `asked` in the address, the member's `chosen` one, the cookie, the browser's languages. */
export function negotiateLanguage(
  request: FastifyRequest,
  { config, languages }: { config: Config; languages: SiteLanguages },
  { asked, chosen }: Wishes = {},
) {
  if (languages.choices.length === 0) return languages.defaultTag
  return (
    languages.find(asked) ??
    languages.find(chosen) ??
    languages.find(readCookie(request, config, languageCookie)) ??
    bestMatch(request.headers['accept-language'], languages)
  )
}

/** The language of a page that sends a request, which names it in `Accept-Language`. */
export const acceptedLanguage = ({ headers, server: { languages } }: FastifyRequest) =>
  languages ? bestMatch(headers['accept-language'], languages) : 'en'

function bestMatch(header: string | undefined, { tags, defaultTag }: SiteLanguages) {
  if (!header || header.length > maxHeaderLength) return defaultTag
  const wanted = new Negotiator({ headers: { 'accept-language': header } })
    .languages()
    .slice(0, maxWanted)
    .map((tag) => canonicalLanguage(tag))
  return match(
    wanted.filter((tag) => tag !== undefined),
    tags,
    defaultTag,
  )
}
