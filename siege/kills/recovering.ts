import { setTimeout as sleep } from 'node:timers/promises'
import { findInOutbox, listOutbox, outboxFolder } from '#server/mail/outbox.ts'
import { receivedMail } from '#tests/support/received-mail.ts'
import { passwordFact } from './facts.ts'
import type { Desk, Turn } from './people.ts'

const mailTakesMs = 1_500

/** Forgets the password, asks for a link, follows it. Beside the ledger it is known how many mails were promised. */
export function recovering({ ledger, member }: Desk, dataDir: string) {
  const { call } = member.client
  const used = new Set<string>()
  let turn = 0
  let promised = 0

  async function ask() {
    const { email } = member
    const answer = await ledger.act('asking for a link', {}, () =>
      call('POST', '/api/auth/request-password-reset', { body: { email } }),
    )
    if (answer && answer.status < 300) promised += 1
    return answer !== undefined
  }

  async function follow(token: string) {
    used.add(token)
    const newPassword = `remembered this time ${++turn}`
    const answer = await ledger.act(
      'setting a password',
      { [passwordFact(member.username)]: newPassword },
      () => call('POST', '/api/auth/reset-password', { body: { token, newPassword } }),
    )
    return answer !== undefined
  }

  const act: Turn = async () => {
    if (!(await ask())) return false
    const token = await newestToken(dataDir, member.email, used)
    return token ? follow(token) : true
  }
  return { act, email: member.email, promised: () => promised }
}

/** Of the newest link that was not followed yet, if one comes in time. */
async function newestToken(dataDir: string, email: string, used: Set<string>) {
  for (let waited = 0; waited < mailTakesMs; waited += 30) {
    for (const name of (await listOutbox(outboxFolder({ dataDir }))).slice(0, 3)) {
      const token = await tokenIn(dataDir, { name, email })
      if (token && !used.has(token)) return token
    }
    await sleep(30)
  }
}

async function tokenIn(dataDir: string, { name, email }: { name: string; email: string }) {
  const bytes = await findInOutbox(outboxFolder({ dataDir }), name)
  const mail = bytes && (await receivedMail(bytes))
  return mail?.to === email ? /update-password#token=([\w-]+)/.exec(mail.text)?.[1] : undefined
}

/** How many links have come for somebody. */
export async function countLinks(dataDir: string, email: string) {
  const names = await listOutbox(outboxFolder({ dataDir }))
  const tokens = await Promise.all(names.map((name) => tokenIn(dataDir, { name, email })))
  return tokens.filter(Boolean).length
}
