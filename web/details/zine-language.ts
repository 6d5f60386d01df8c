import type { FullZine, Zine } from '#contract/zines.ts'

/** The zine's language if it has exactly one; with several, each text's language is unknown. */
export const zineLanguage = (zine: Zine | Pick<FullZine, 'details'>) => {
  const [language, ...others] = ('details' in zine && zine.details.languages) || []
  return others.length > 0 ? undefined : language
}
