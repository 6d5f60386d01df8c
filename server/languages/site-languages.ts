import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { canonicalLanguage } from '#contract/language-tag.ts'
import type { Config } from '#server/config/config.ts'

export const catalogueFolder = resolve(import.meta.dirname, '../../languages')

/** A sentence without a translation. The first entry is the header. */
const untranslated = /^msgstr ""\n(?!")/m

let complete: string[] | undefined

function listComplete() {
  complete ??= readdirSync(catalogueFolder)
    .filter((file) => file.endsWith('.po') && !untranslated.test(readFileSync(join(catalogueFolder, file), 'utf8')))
    .map((file) => file.slice(0, -'.po'.length))
  return complete
}

/** The languages of the site's own texts: every complete catalogue, unless `LANGUAGES` limits them. */
export function openSiteLanguages(
  { languages, defaultLanguage }: Pick<Config, 'languages' | 'defaultLanguage'>,
  available = listComplete(),
) {
  const unknown = [...(languages ?? []), defaultLanguage].find((tag) => !available.includes(tag))
  if (unknown !== undefined)
    throw new Error(`Foldout cannot start: there is no language “${unknown}”. There are ${available.join(', ')}.`)
  const offered = available.filter((tag) => tag === defaultLanguage || (languages?.includes(tag) ?? true))
  const find = (text: string | null | undefined) => {
    if (!text || offered.includes(text)) return text || undefined
    const tag = canonicalLanguage(text)
    return offered.find((each) => each === tag)
  }
  return {
    tags: offered,
    defaultTag: defaultLanguage,
    /** With their names in their own language. Empty if there is nothing to choose. */
    choices: offered.length > 1 ? offered.map(choiceOf) : [],
    /** An offered language; undefined for any other text. */
    find,
    /** For emails: the member's language, or the default one if it is not offered any more. */
    choose: (stored: string | null | undefined) => find(stored) ?? defaultLanguage,
  }
}
export type SiteLanguages = ReturnType<typeof openSiteLanguages>

const choiceOf = (tag: string) => {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return { tag, name: name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) }
}

export const directionOf = (tag: string) => (new Intl.Locale(tag).getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr')
