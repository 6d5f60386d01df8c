import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Pages that the operator can write, in the order of their links. */
export const sitePageNames = ['rules', 'privacy', 'imprint'] as const
export type SitePageName = (typeof sitePageNames)[number]

export const readSitePage = endpoint({
  name: 'readSitePage',
  method: 'GET',
  path: '/api/site-pages/:name',
  tag: 'Site',
  summary: 'The operator’s rules, privacy or imprint page, as safe HTML',
  access: 'anyone',
  reads: 'replica',
  params: z.strictObject({ name: z.enum(sitePageNames, 'There is no such page.') }),
  response: z.object({ title: z.string(), html: z.string() }),
})
export type SitePage = z.infer<typeof readSitePage.response>
