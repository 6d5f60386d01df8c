import PostalMime from 'postal-mime'

export type ReceivedMail = {
  to: string
  from: string
  subject: string
  text: string
  html: string
  /** Every URL in the text. */
  links: string[]
  messageId: string
  headers: Record<string, string>
  /** The raw message. */
  source: string
}

export async function parseMail(bytes: Buffer): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(bytes)
  const text = mail.text ?? ''
  return {
    to: (mail.to ?? []).map(({ address }) => address).join(', '),
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    links: [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link),
    messageId: mail.messageId ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    source: bytes.toString(),
  }
}
