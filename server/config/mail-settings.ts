import { z } from 'zod'

export type Sender = { name: string; address: string }

const address = /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u
const namedMailbox = /^([^<>\p{Cc}]*)<([^<>]*)>$/u

/** Whether this is safe in a mail envelope: one mailbox, without characters that could end a line or a list. */
export const isMailbox = (text: string) => address.test(text)

export const smtpUrl = z.string().refine((text) => smtpServer(text) !== undefined)

export const mailFrom = z.string().transform((text, context): Sender => {
  const [, name = '', inside] = namedMailbox.exec(text.trim()) ?? []
  const sender = { name: name.trim().replace(/^"(.*)"$/, '$1'), address: (inside ?? text).trim() }
  if (!isMailbox(sender.address)) context.addIssue({ code: 'custom' })
  return sender
})

export const defaultSender = (publicUrl: string): Sender => ({
  name: 'Foldout',
  address: `no-reply@${new URL(publicUrl).hostname}`,
})

export function smtpServer(text: string) {
  try {
    const { protocol, hostname, port, username, password, search, hash } = new URL(text)
    if (!/^smtps?:$/.test(protocol) || hostname === '' || search !== '' || hash !== '') return undefined
    const isSecure = protocol === 'smtps:'
    return {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port) || (isSecure ? 465 : 587),
      secure: isSecure,
      ...(username !== '' && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
    }
  } catch {
    return undefined
  }
}
