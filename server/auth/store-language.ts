import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { negotiateLanguage } from '#server/http/negotiate-language.ts'
import { openSiteLanguages } from '#server/languages/site-languages.ts'

export const storeLanguage = (db: Db | Tx, userId: string, language: string) =>
  db.updateTable('users').set({ language }).where('id', '=', userId).execute()

/** A new member's emails are in the language of the page on which they registered. */
export async function storeFirstLanguage(tx: Tx, userId: string, config: Config, request: FastifyRequest) {
  const languages = openSiteLanguages(config)
  const language = negotiateLanguage(request, { config, languages })
  if (language !== languages.defaultTag) await storeLanguage(tx, userId, language)
}
