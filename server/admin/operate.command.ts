import { msg } from '@lingui/core/runtime-macro'
import {
  createOperatorLink,
  endOperatorSessions,
  linkMinutes,
  operateLink,
  sessionMinutes,
} from '#server/auth/sessions/operator-sessions.queries.ts'
import { apiError } from '#server/http/errors.ts'
import { command, flag, type Site } from './command.ts'

export const operateCommand = command({
  name: 'operate',
  hasShortcut: true,
  summary: msg`Prints a link to the pages for operators, under /operate.`,
  details: msg`The link works once, within ${{ linkMinutes }} minutes. The browser that opens it then has ${{ sessionMinutes }} minutes.`,
  options: { end: flag(msg`ends all open sessions and links instead`) },
  run: async (site, { end }) => (end ? endAll(site) : printLink(site)),
})

async function printLink({ config, db, actor }: Site) {
  if (!config.operateWeb)
    throw apiError('not_offered', msg`This site has no pages for operators, because OPERATE_WEB is off.`)
  const { token, expiresAt } = await db.transaction().execute((tx) => createOperatorLink(tx, actor.operator))
  return { fields: { link: operateLink(config.publicUrl, token), expiresAt } }
}

async function endAll({ db, actor }: Site) {
  const count = await db.transaction().execute((tx) => endOperatorSessions(tx, actor.operator))
  return count === 0
    ? { outcome: 'already' as const, says: msg`No session and no link was open.` }
    : { outcome: 'done' as const, says: msg`All sessions and links are ended.` }
}
