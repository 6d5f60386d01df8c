import { msg } from '@lingui/core/runtime-macro'
import * as limits from './limits.ts'

/** Marks that a script needs, such as Devanagari vowels, but no stacked accents. */
const allowed = /^[\p{L}\p{N}](?:[\p{L}\p{N}_.-]|(?!\p{Script=Inherited})\p{M})*$/u
/** Some letters, such as the Hangul filler, are invisible. */
const invisible = /\p{Default_Ignorable_Code_Point}/u
const emoji = /\p{Emoji_Presentation}|\p{Regional_Indicator}|[\ufe0f\u20e3]/u

export const reservedUsernames =
  'abuse about account admin administrator anonymous api auth billing contact deleted everyone foldout help me media moderator nobody noreply null official owner postmaster profile project public root search security settings staff support system team undefined webmaster www zine zines'.split(
    ' ',
  )
const reserved = new Set(reservedUsernames)

export const reservedUsername = msg`This username is reserved. Please choose another one.`

/** Why a username is invalid. The server also checks look-alikes (username-rules.ts). */
export function usernameProblem(username: string) {
  if (username === '') return msg`Please enter a username.`
  return characterProblem(username.normalize('NFC')) ?? lengthProblem(username) ?? alphabetProblem(username)
}

/** The problem with the first invalid character. A character is a grapheme. */
function characterProblem(username: string) {
  if (allowed.test(username) && !invisible.test(username)) return
  const characters = [...new Intl.Segmenter().segment(username)].map(({ segment }) => segment)
  const wrongIndex = characters.findIndex(
    (candidate, index) => !allowed.test(index ? `a${candidate}` : candidate) || invisible.test(candidate),
  )
  const character = characters[wrongIndex] ?? ''
  if (/\s/.test(character)) return msg`Usernames cannot have spaces. Use _ . or - instead.`
  if (emoji.test(character)) return msg`Usernames cannot have emoji. Please remove “${{ character }}”.`
  if (invisible.test(character) || /\p{C}/u.test(character))
    return msg`This username contains an invisible character. Please type it again.`
  if (wrongIndex === 0 && !/^[\p{L}\p{N}]/u.test(character))
    return msg`Usernames start with a letter or a digit, not with “${{ character }}”.`
  return msg`Usernames can have letters, digits, and _ . - only. Please remove “${{ character }}”.`
}

function lengthProblem(username: string) {
  const min = limits.usernameMin
  const max = limits.usernameMax
  const { length } = [...username]
  if (length >= min && length <= max) return
  return msg`Usernames are ${{ min }} to ${{ max }} characters long. This one has ${{ length }}.`
}

/** Alphabets with letters that look Latin. Names in other scripts may contain Latin letters. */
const lookalikeScripts =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u

/** Rejects mixed alphabets: a Cyrillic і among Latin letters can imitate another name. */
function alphabetProblem(username: string) {
  const normalised = username.normalize('NFKC')
  const [foreignLetter] = lookalikeScripts.exec(normalised) ?? []
  if (reserved.has(username.toLowerCase().replace(/[_.-]+$/, ''))) return reservedUsername
  if (foreignLetter && /\p{Script=Latin}/u.test(normalised))
    return msg`This username mixes alphabets that look alike: “${{ letter: foreignLetter }}” is not a Latin letter. Please use one alphabet.`
}

/** Simple (spec §5), and accepts nothing that Better Auth rejects at sign-in. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
