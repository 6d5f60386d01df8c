import type { Source } from './endpoints.ts'
import { textsIn } from './texts.ts'

/** Words that made names and prose hard to read, with what to write instead. They may not come back. */
const unwanted: Record<string, string> = {
  whoever: 'the role: member, visitor, operator, client',
  whomever: 'the role',
  somebody: 'someone, or the role',
  anybody: 'anyone, or the role',
  everybody: 'everyone, or the role',
  nobody: 'no one, or an active sentence',
  told: 'notified, informed, shown',
  doors: 'interop, sign-in methods',
  errand: 'job',
  errands: 'jobs',
  thereof: 'of it',
  thrice: 'three times',
  anew: 'again',
  'of whom': 'whose, or two sentences',
  'by itself': 'automatically',
  'comes along': 'is bundled',
  'in vain': 'without success',
}

/** Where such a word is right, and why. */
export const allowedWords: { path: RegExp; words: string[]; why: string }[] = [
  { path: /^demo\/(library|pages)\//, words: Object.keys(unwanted), why: 'creators have their own voices' },
  { path: /^tests\/checks\/words(\.test)?\.ts$/, words: Object.keys(unwanted), why: 'the list itself' },
  { path: /^contract\/registration\.ts$/, words: ['nobody'], why: 'a reserved username' },
  { path: /^server\/db\/embedded\/service-user/, words: ['nobody'], why: 'a Unix user' },
]

/** Unwanted words of a file's names, comments, texts and prose, as sentences. */
export function unwantedWords({ path, text }: Source): string[] {
  const allowed = new Set(allowedWords.flatMap((entry) => (entry.path.test(path) ? entry.words : [])))
  return text.split('\n').flatMap((line, at) => {
    const words = ` ${separated(line)} `
    return Object.keys(unwanted)
      .filter((word) => words.includes(` ${word} `) && !allowed.has(word))
      .map((word) => `${path}:${at + 1} says “${word}”: write ${unwanted[word]}`)
  })
}

/** A line in lower case, its words separated by single spaces; names are split at capitals, hyphens and underscores. */
const separated = (line: string) =>
  line
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()

/** Texts with straight quotes where the specification does not have them, as sentences. */
export function straightQuotes(source: Source, specification: string): string[] {
  const isFixed = (text: string) => text.split(/\{\d\}/).every((part) => specification.includes(part.trim()))
  return textsIn(source)
    .filter(({ text }) => /\p{L}'\p{L}|"\{\d\}"|"\p{Lu}[^"]*"/u.test(text) && !isFixed(text))
    .map(({ path, line, text }) => `${path}:${line} has straight quotes: ${text}`)
}
