import type { OpenZine, Zine } from '#contract/zines.ts'

/** The language that a zine says it is in, if it is one; of several nobody knows which of its texts is in which. */
export const saidLanguage = (zine: Zine | OpenZine) => {
  const [language, ...others] = ('details' in zine && zine.details.languages) || []
  return others.length > 0 ? undefined : language
}
