import { z } from 'zod'

/** Keys that can read a project, or change it. */
const isSecret = (key: string) => /^ph[xs]_/.test(key)

/** Whatever other name of PostHog's own the library is given, it sends to the host of a region. */
function isWhereItSends(value: string) {
  const { hostname = '', href, origin } = URL.parse(value) ?? {}
  const isTheirs = hostname === 'posthog.com' || hostname.endsWith('.posthog.com')
  return href === `${origin}/` && (!isTheirs || /^(eu|us)\.i\.posthog\.com$/.test(hostname))
}

export const analyticsSettings = {
  POSTHOG_KEY: z
    .string()
    .refine((key) => !isSecret(key))
    .optional(),
  POSTHOG_HOST: z
    .url({ protocol: /^https?$/ })
    .refine(isWhereItSends)
    .default('https://eu.i.posthog.com'),
  ANALYTICS_SEARCH_TEXT: z.enum(['true', 'false']).default('false'),
}

type Given = z.infer<z.ZodObject<typeof analyticsSettings>>

/** Where visits are counted, and whether with what people search for; undefined unless the operator wants it. */
export const analyticsOf = ({ POSTHOG_KEY: key, POSTHOG_HOST: host, ANALYTICS_SEARCH_TEXT: text }: Given) =>
  key === undefined ? undefined : { key, host: new URL(host).origin, searchText: text === 'true' }
