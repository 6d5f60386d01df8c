import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { levenshteinDistance, maxEditDistance } from './vocabulary.queries.ts'

const word = (alphabet: string, minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength, maxLength }).map((characters) => characters.join(''))

/** A long word and a copy with up to two letters deleted, inserted or replaced anywhere. */
const misspelt = fc
  .tuple(
    word('abcdeéжψ한', 4, 24),
    fc.array(fc.tuple(fc.nat(24), fc.constantFrom('', 'a', 'z', 'ж'), fc.nat(1)), { maxLength: 2 }),
  )
  .map(([one, changes]): [string, string] => [
    one,
    changes.reduce((text, [at, letter, deleted]) => text.slice(0, at) + letter + text.slice(at + deleted), one),
  ])

test('a word shares a hash with every word within two edits, in any script and of any length', async () => {
  const pairs = fc.oneof(
    fc.tuple(word('abc', 4, 11), word('abc', 2, 13)),
    fc.tuple(word('aбв', 4, 9), word('бв', 2, 11)),
    // Includes a sign that some locales classify as punctuation.
    fc.tuple(word('कख्', 4, 9), word('कख्', 2, 11)),
    misspelt,
  )
  const similar = fc
    .sample(pairs, 20_000)
    .filter(([one, other]) => other.length > 1 && levenshteinDistance(one, other) <= maxEditDistance)
  expect(similar.length).toBeGreaterThan(5_000)
  const { pool } = await createTestDatabase()
  const { rows } = await pool.query(
    `select one, other from unnest($1::text[], $2::text[]) as pair (one, other)
     where not spelling_hashes(one) && spelling_hashes(other)`,
    [similar.map(([one]) => one), similar.map(([, other]) => other)],
  )
  expect(rows).toEqual([])
})
