import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Tx } from '#server/db/connection.ts'
import { statement } from '#server/db/statement.ts'
import { wordsOf } from './documents.ts'
import { byWord, type PairedWord } from './pairs.ts'

const said = `set_config('foldout.pairs', 'written', true)`

/** Says that documents are written with their pairs until the transaction ends; others are noted as without. */
export const pairsAreWritten = `select ${said}`

/**
 * The same, with those of some words of which pairs are written. **It is asked after something has been locked**: new words wait for
 * everybody whose transaction has a number (server/search/pair-words.ts), and a lock gives it one.
 */
const wordsToPair = `
  select word, number, permille from ${said} left join paired_words on word = any($1::text[])`

export async function readWordsToPair(tx: Tx, documents: string[]) {
  const words = [...new Set(documents.flatMap((document) => [...wordsOf(document)]))]
  const { rows } = await tx.executeQuery<PairedWord>(CompiledQuery.raw(wordsToPair, [words]))
  return byWord(rows)
}

/**
 * For longer than any replica is behind whose answers are taken. What is ready for so long is so on whichever server is
 * asked next.
 */
export const settled = `now() - interval '1 minute'`

const allArePaired = 'not exists (select from unpaired_zines)'

const allPaired = statement<{ areAll: boolean }, []>('all-paired', `select ${allArePaired} as "areAll"`)

/** Whether no document is without pairs. One that was while something was looked up is noted for a minute at least. */
export const areAllPaired = async (pool: pg.Pool) => (await allPaired(pool))[0]?.areAll ?? false

/** Those of some words whose pairs are in every document. */
const readyWords = statement<PairedWord, [words: string[]]>(
  'paired-words',
  `select word, number, permille from paired_words
   where word = any($1::text[]) and ready_at < ${settled} and ${allArePaired}`,
)

export const readReadyWords = async (pool: pg.Pool, words: string[]) =>
  words.length === 0 ? new Map<string, PairedWord>() : byWord(await readyWords(pool, words))
