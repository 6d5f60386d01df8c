import { searchedTranscripts } from '#contract/limits.ts'
import { keptWords } from '#contract/normal-form.ts'
import { creatorWord } from './search-text.ts'

export type ZineTexts = {
  id: string
  title: string
  description: string | null
  alt_texts: string[]
  transcripts: string[]
  username: string
  name: string | null
}

/** Of the words on the pages of a zine `z` as many as it is found by. */
const transcripts = `
  select left(transcript, ${searchedTranscripts} - before)
  from (
    select position, transcript, sum(length(transcript)) over (order by position)::int - length(transcript) as before
    from zine_pages where zine_id = z.id and transcript <> ''
  ) pages
  where before < ${searchedTranscripts} order by position`

/** The texts of some zines, `z`, as `ZineTexts`. */
export const zineTexts = (zines = 'zines') => `
  select z.id, z.title, z.description, u.username, p.name,
         array(select alt_text from zine_pages where zine_id = z.id order by position) as alt_texts,
         array(${transcripts}) as transcripts
  from ${zines} z join users u on u.id = z.creator_id join profiles p on p.user_id = z.creator_id`

/** What a zine can be found by. */
export const zineDocument = ({ title, description, alt_texts, transcripts, username, name }: ZineTexts) =>
  documentOf([title, description, ...alt_texts, ...transcripts], { username, name })

export type CreatorTexts = { id: string; username: string; name: string | null; bio: string | null }

/** The texts of some creators, `p`, as `CreatorTexts`. */
export const creatorTexts = (profiles = 'profiles') => `
  select p.user_id as id, u.username, p.name, p.bio from ${profiles} p join users u on u.id = p.user_id`

/** What a creator can be found by. */
export const creatorDocument = ({ username, name, bio }: CreatorTexts) =>
  documentOf([bio], { username, name })

/** Where one text ends and the next begins, so that no phrase is found across. */
const border = '\n'

/** Each text in its words with a space around every one, between borders. */
function documentOf(texts: (string | null)[], { username, name }: { username: string; name: string | null }) {
  const rows = [...texts, name, username].map((text) => keptWords(text ?? '').join(' '))
  return [
    border,
    ...rows.filter(Boolean).flatMap((row) => [row, border]),
    creatorWord(username),
    border,
  ].join(' ')
}

/** Each word of a document once. */
export const wordsOf = (document: string) =>
  new Set(document.split(' ').filter((word) => word !== border && word !== ''))
