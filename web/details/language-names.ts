import { nameOfLanguage } from '#contract/language-name.ts'

const offeredTags =
  `af am ar az be bg bn br bs ca cs cy da de el en eo es et eu fa fi fil fo fr fy ga gd gl gu ha haw he hi hr
  ht hu hy id ig is it ja ka kk km kn ko ku ky la lb lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn oc pa pl ps pt pt-BR qu
  ro ru rw sa si sk sl sm so sq sr st sv sw ta te th ti to tr tt uk ur uz vi xh yi yo zh zh-Hant zu`.split(/\s+/)

/** The name of a language in the language of the page. */
export const languageName = (pageLanguage: string, tag: string) =>
  namesIn(pageLanguage).get(tag) ?? nameOfLanguage(tag, pageLanguage) ?? tag

/** Cached and in order: asking Intl for each choice took a tenth of the home page's rendering. */
const offered = new Map<string, Map<string, string>>()

function namesIn(pageLanguage: string) {
  const names = offered.get(pageLanguage) ?? listNames(pageLanguage)
  offered.set(pageLanguage, names)
  return names
}

function listNames(pageLanguage: string) {
  const names = offeredTags.map((tag) => [tag, nameOfLanguage(tag, pageLanguage) ?? tag] as const)
  return new Map(names.sort(([, a], [, b]) => a.localeCompare(b, pageLanguage)))
}

export const offeredLanguages = (pageLanguage: string) =>
  [...namesIn(pageLanguage)].map(([tag, name]) => ({ tag, name }))
