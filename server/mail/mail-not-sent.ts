import type { NodemailerError } from 'nodemailer'

/**
 * A mail that was not sent, told in codes alone: what a mail server says holds addresses, and this ends in the log.
 * `isRefused`: this mailbox will never take it. `mayHaveArrived`: the connection broke where it could have been taken.
 */
export class MailNotSent extends Error {
  override name = 'MailNotSent'
  readonly isRefused: boolean
  readonly mayHaveArrived: boolean

  constructor(message: string, { isRefused = false, mayHaveArrived = false } = {}) {
    super(message)
    this.isRefused = isRefused
    this.mayHaveArrived = mayHaveArrived
  }
}

/** How a mail that no server has answered to is told of. */
export const serverNotReached = 'The mail server was not reached'

export function mailNotSent(error: NodemailerError) {
  const { code, originalCode, responseCode, command } = error
  const codes = [code, originalCode, responseCode, command].filter((part) => part !== undefined).join(', ')
  const isAnswered = responseCode !== undefined
  return new MailNotSent(
    isAnswered ? `The mail server refused (${codes}).` : `${serverNotReached} (${codes}).`,
    { isRefused: isRefusedMailbox(error), mayHaveArrived: !isAnswered && !hasFailedBefore(error) },
  )
}

const refusedMailbox = new Set([550, 551, 553])

/** 5.7.x is about rights and policy: somebody can set that right, so it is tried again. */
const isRefusedMailbox = ({ command, responseCode = 0, response = '' }: NodemailerError) =>
  command === 'RCPT TO' && refusedMailbox.has(responseCode) && !/^\d+[ -]5\.7\./.test(response)

const beforeTheMail = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'ECONFIG', 'EENVELOPE', 'EMESSAGE'])
const noConnection = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'])

/** Whether it failed before any of the mail was handed over. */
const hasFailedBefore = ({ code = '', originalCode = '', timeoutType }: NodemailerError) =>
  beforeTheMail.has(code) ||
  noConnection.has(originalCode) ||
  (timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT')
