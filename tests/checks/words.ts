import type { Source } from './endpoints.ts'
import { textsIn } from './texts.ts'

/** Words that made names and prose hard to read, with what to write instead. They may not come back. */
const unwanted: Record<string, string> = {
  whoever: 'the role: member, visitor, operator, client',
  whomever: 'the role: member, visitor, operator, client',
  somebody: 'someone, or the role',
  anybody: 'anyone, or the role',
  everybody: 'everyone, or the role',
  told: 'notified, informed, shown',
  doors: 'interop, sign-in methods',
  errand: 'job',
  errands: 'jobs',
  thereof: 'of it',
  'of whom': 'whose, or two sentences',
  'comes along': 'is bundled',
}

/** Files where such words are right. */
const exceptions = [
  // Creators have their own voices.
  /^demo\/(library|pages|ready)\//,
  // The list itself.
  /^tests\/checks\/words\.ts$/,
]

/** Unwanted words of a file's names, comments, texts and prose, as sentences. */
export function unwantedWords({ path, text }: Source): string[] {
  if (exceptions.some((exception) => exception.test(path))) return []
  return text.split('\n').flatMap((line, at) => {
    const words = ` ${separated(line)} `
    return Object.keys(unwanted)
      .filter((word) => words.includes(` ${word} `))
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
    .filter(({ text }) => /\p{L}'\p{L}|"\{\d\}"|"\p{Lu}[^"]*"/u.test(text) && !text.includes('<') && !isFixed(text))
    .map(({ path, line, text }) => `${path}:${line} has straight quotes: ${text}`)
}
