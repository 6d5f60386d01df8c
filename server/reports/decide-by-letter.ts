import { linkExpired } from '#server/auth/account-mail/mail-links.queries.ts'
import type { Db } from '#server/db/connection.ts'
import { type Decision, decide, holdThing } from './decide.ts'
import { findLetter, useUpLetter } from './letters.queries.ts'

/** Once for each letter, whichever of its links was followed; otherwise nothing is done. */
export const decideByLetter = (db: Db, token: string, decision: Omit<Decision, 'actor'>) =>
  db.transaction().execute(async (tx) => {
    const letter = await findLetter(tx, token)
    if (!letter) throw linkExpired()
    await holdThing(tx, letter)
    if (!(await useUpLetter(tx, letter.id))) throw linkExpired()
    const outcome = await decide(tx, letter, { ...decision, actor: 'letter' })
    if (outcome === 'absent') throw linkExpired()
  })
