import { setTimeout as sleep } from 'node:timers/promises'
import { findInOutbox, listOutbox, outboxFolder } from '#server/mail/outbox.ts'
import { parseMail } from '#tests/support/received-mail.ts'
import type { Actor, ActorContext } from './actor.ts'
import { passwordFact } from './facts.ts'

const mailTimeoutMs = 3_000

/** Requests reset links and follows them. Besides the write log, it counts the enqueued emails. */
export function recoveryActor({ writeLog, member }: ActorContext, dataDir: string) {
  const { call } = member.client
  const usedTokens = new Set<string>()
  let passwordNumber = 0
  let enqueuedMails = 0

  async function requestLink() {
    const { email } = member
    const response = await writeLog.perform('asking for a link', {}, () =>
      call('POST', '/api/auth/request-password-reset', { body: { email } }),
    )
    if (response && response.status < 300) enqueuedMails += 1
    return response !== undefined
  }

  async function resetPassword(token: string) {
    usedTokens.add(token)
    const newPassword = `remembered this time ${++passwordNumber}`
    const response = await writeLog.perform(
      'setting a password',
      { [passwordFact(member.username)]: newPassword },
      () => call('POST', '/api/auth/reset-password', { body: { token, newPassword } }),
    )
    return response !== undefined
  }

  const findUnusedToken = () => newestToken(dataDir, member.email, usedTokens)
  const actor: Actor = {
    async prepare() {
      if ((await findUnusedToken()) || !(await requestLink())) return
      for (let waitedMs = 0; waitedMs < mailTimeoutMs && !(await findUnusedToken()); waitedMs += 50) await sleep(50)
    },
    async act() {
      const token = await findUnusedToken()
      return token ? resetPassword(token) : requestLink()
    },
  }
  return { actor, email: member.email, promised: () => enqueuedMails }
}

/** The first unused link in the newest emails. */
async function newestToken(dataDir: string, email: string, used: Set<string>) {
  for (const name of (await listOutbox(outboxFolder({ dataDir }))).slice(0, 4)) {
    const token = await tokenIn(dataDir, { name, email })
    if (token && !used.has(token)) return token
  }
}

async function tokenIn(dataDir: string, { name, email }: { name: string; email: string }) {
  const bytes = await findInOutbox(outboxFolder({ dataDir }), name)
  const mail = bytes && (await parseMail(bytes))
  return mail?.to === email ? /update-password#token=([\w-]+)/.exec(mail.text)?.[1] : undefined
}

/** The number of links sent to this address. */
export async function countLinks(dataDir: string, email: string) {
  const names = await listOutbox(outboxFolder({ dataDir }))
  const tokens = await Promise.all(names.map((name) => tokenIn(dataDir, { name, email })))
  return tokens.filter(Boolean).length
}
