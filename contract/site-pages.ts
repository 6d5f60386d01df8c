import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'

/** Pages that the operator can write, in the order of their links. */
export const sitePageNames = ['rules', 'privacy', 'imprint'] as const
export type SitePageName = (typeof sitePageNames)[number]

export const readSitePage = endpoint({
  name: 'readSitePage',
  method: 'GET',
  path: '/api/site-pages/:name',
  tag: 'Site',
  summary: 'The operator’s rules, privacy or imprint page, as safe HTML, in a language if there is one in it',
  access: 'anyone',
  reads: 'replica',
  params: z.strictObject({ name: z.enum(sitePageNames, 'There is no such page.') }),
  query: z.strictObject({ language: z.string().max(limits.languageTag).optional() }),
  /** `language` is missing if the operator has not said which one it is. */
  response: z.object({ title: z.string(), html: z.string(), language: z.string().optional() }),
})
export type SitePage = z.infer<typeof readSitePage.response>
