import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import PO from 'pofile'
import type { Source } from './endpoints.ts'

type Choices = { offset?: number } & Record<string, CompiledMessage>

/** Translations that would show something wrong or nothing, as sentences. Those that are missing are not faults. */
export function translationProblems({ path, text }: Source): string[] {
  const language = languageOf(path)
  return PO.parse(text)
    .items.filter(({ msgstr: [translation] }) => translation)
    .flatMap(({ msgid, msgstr: [translation = ''] }) =>
      problemsOf(msgid, translation, language).map((problem) => `${path}: “${translation}” ${problem}`),
    )
}

function problemsOf(sentence: string, translation: string, language: string) {
  let translated: CompiledMessage
  try {
    translated = compileMessageOrThrow(translation)
  } catch (error) {
    return [`cannot be read: ${(error as Error).message.split('\n', 1)}`]
  }
  const [wanted, present] = [compileMessageOrThrow(sentence), translated].map((message) => partsOf(message))
  return [
    ...[...(wanted?.difference(present ?? new Set()) ?? [])].map((part) => `lacks ${part}`),
    ...[...(present?.difference(wanted ?? new Set()) ?? [])].map((part) => `has ${part}, which the sentence lacks`),
    ...missingForms(translated, language),
  ]
}

/** Placeholders, with the names of choices, and tags: `{title}`, `{kind, select, comic other}`, `<0>`. */
function partsOf(message: CompiledMessage): Set<string> {
  const parts = message.flatMap((token) => {
    if (typeof token === 'string') return token.match(/<\/?\w+\/?>/g) ?? []
    const [name, type, choices] = token
    if (!isChoice(type)) return [`{${[name, type].filter(Boolean).join(', ')}}`]
    const cases = type === 'select' ? Object.keys(casesOf(choices)).toSorted() : []
    const inner = Object.values(casesOf(choices)).flatMap((each) => [...partsOf(each)])
    return [`{${[name, type, ...cases].join(', ')}}`, ...inner]
  })
  return new Set(parts)
}

function missingForms(message: CompiledMessage, language: string): string[] {
  return message.flatMap((token) => {
    if (typeof token === 'string' || !isChoice(token[1])) return []
    const [name, type] = token
    const cases = casesOf(token[2])
    const forms = type === 'select' ? [] : formsOf(language, type === 'plural' ? 'cardinal' : 'ordinal')
    // In English, “one” is only for 1.
    const isMissing = (form: string) => !(form in cases) && !(language === 'en' && form === 'one' && 1 in cases)
    return [
      ...forms.filter(isMissing).map((form) => `lacks the form “${form}” of {${name}}`),
      ...Object.values(cases).flatMap((each) => missingForms(each, language)),
    ]
  })
}

const isChoice = (type?: string) => type === 'plural' || type === 'selectordinal' || type === 'select'
const formsOf = (language: string, type: 'cardinal' | 'ordinal') =>
  new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories

function casesOf(choices: unknown): Record<string, CompiledMessage> {
  const { offset, ...cases } = choices as Choices
  return cases
}

/** Languages whose row in docs/languages.md says something else than their file, as sentences. */
export function languageTableProblems(document: string, catalogues: Source[]): string[] {
  const rows = document.split('\n').filter((line) => line.startsWith('| '))
  return catalogues.flatMap(({ path, text }) => {
    const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(languageOf(path)) ?? ''
    const row = rows.find((line) =>
      line
        .split('|')[1]
        ?.split(/, | and /)
        .some((each) => each.trim() === name),
    )
    const missing = PO.parse(text).items.filter(({ msgstr: [translation] }) => !translation).length
    if (!row) return [`docs/languages.md does not list ${name}, the language of ${path}`]
    const isOffered = !row.includes('not offered')
    if (isOffered === (missing === 0)) return []
    return [
      `docs/languages.md says that ${name} is ${isOffered ? '' : 'not '}offered, but ${path} lacks ${missing} translations`,
    ]
  })
}

const languageOf = (path: string) => path.replace(/.*\/|\.po$/g, '')
