import { setTimeout as sleep } from 'node:timers/promises'
import { findInOutbox, listOutbox, outboxFolder } from '#server/mail/outbox.ts'
import { receivedMail } from '#tests/support/received-mail.ts'
import { passwordFact } from './facts.ts'
import type { Actor, Desk } from './people.ts'

const mailTakesMs = 3_000

/** Requests reset links and follows them. Besides the write log, it counts the enqueued emails. */
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

  const unused = () => newestToken(dataDir, member.email, used)
  const actor: Actor = {
    async prepare() {
      if ((await unused()) || !(await ask())) return
      for (let waited = 0; waited < mailTakesMs && !(await unused()); waited += 50) await sleep(50)
    },
    async act() {
      const token = await unused()
      return token ? follow(token) : ask()
    },
  }
  return { actor, email: member.email, promised: () => promised }
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
  const mail = bytes && (await receivedMail(bytes))
  return mail?.to === email ? /update-password#token=([\w-]+)/.exec(mail.text)?.[1] : undefined
}

/** The number of links sent to this address. */
export async function countLinks(dataDir: string, email: string) {
  const names = await listOutbox(outboxFolder({ dataDir }))
  const tokens = await Promise.all(names.map((name) => tokenIn(dataDir, { name, email })))
  return tokens.filter(Boolean).length
}
