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
  // Names of jobs, endpoints and fields in 1.0, and the log texts and titles of tests that were like them.
  'hurry account': 'flush-account-mail',
  'fold words': 'compact-term-counts',
  'kept secrets': 'reencrypt-secrets',
  'tell of': 'notify-pending-members',
  'show or hide zines': 'update-zine-visibility',
  'resume showing': 'resume-visibility-updates',
  'reply letter': 'send-reply-email',
  'report letter': 'moderation email',
  'letter id': 'emailId',
  'decide by letter': 'decideByEmail',
  'look at blocked': 'hash-blocked-media',
  'recovery asked': 'recovery-requested',
  'under way': 'pending, running',
  'wish for': 'request',
  'what lies': 'what is',
  'is fine': 'passed, valid',
  'is no news': 'the behaviour',
  'an honest': 'the behaviour',
  'at their desk': 'projects, drafts and focus sessions',
  'of the dead': 'of a killed process',
  'goes its own way': 'the behaviour',
}

/** Files where such words are right. */
const exceptions = [
  // Creators have their own voices.
  /^demo\/(library|pages|ready)\//,
  // The list itself, and the names that this version still accepts.
  /^tests\/checks\/words\.ts$/,
  /^server\/earlier-jobs(\.test)?\.ts$/,
  /^server\/db\/migrations\//,
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

/** What texts must not contain where the specification does not have it, with what to write instead. */
const textRules: { pattern: RegExp; instead: string }[] = [
  { pattern: /\p{L}'\p{L}|"\{\d\}"|"\p{Lu}[^"]*"/u, instead: 'curly quotes' },
  { pattern: /\p{L}\.\.\.(?!\w)|\p{L} …/u, instead: '“…” without a space' },
  { pattern: /[\d}] %/, instead: 'the percent sign without a space' },
  { pattern: /(?<!\.)\blog(ged|ging)? (in|out)\b|\blog(in|out)\b/i, instead: 'sign in, sign out' },
  {
    pattern:
      /colour|centre|favour|behaviour|licence|catalogue|grey\b|cancelled|(recogn|organ|normal|optim|summar)is(e|ing)|towards|afterwards/i,
    instead: 'the spelling of the US',
  },
]
/** One word for each thing that users see. */
const pageRules: typeof textRules = [
  { pattern: /\bpictures?\b/i, instead: 'image' },
  { pattern: /\bmakers?\b/i, instead: 'creator' },
]

/** Texts that break the rules of language, as sentences. Texts of the specification stay. */
export function textProblems(source: Source, specification: string): string[] {
  const rules = source.path.startsWith('web/') ? [...textRules, ...pageRules] : textRules
  const isFixed = (text: string) =>
    text.split(/\{\d\}|(?<=[.!?]) /).every((part) => specification.includes(part.trim()))
  return textsIn(source)
    .filter(
      ({ text }) => !/<|^\s*(select|create role|with|update|insert|delete from)\b|::/.test(text) && !isFixed(text),
    )
    .flatMap(({ path, line, text }) =>
      rules
        .filter(({ pattern }) => pattern.test(text))
        .map(({ instead }) => `${path}:${line} needs ${instead}: ${text}`),
    )
}
