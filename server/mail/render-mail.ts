import { htmlOf } from './mail-html.ts'

/** What a mail says, as plain text throughout; the layout escapes it. */
export type MailContent = {
  subject: string
  headline: string
  paragraphs: string[]
  /** Particulars, such as when and where. */
  facts?: [name: string, value: string][]
  button: { label: string; link: string }
  /** How long the button works. */
  limit?: string
  /** What to do if it was somebody else. */
  otherwise: { question: string; answer: string }
  /** Why this mail came, as a sentence. */
  why: string
}

export function renderMail(given: MailContent, publicUrl: string) {
  const content = cleaned(given)
  return {
    subject: content.subject,
    html: htmlOf(content, publicUrl),
    text: textOf(content, publicUrl),
  }
}

function textOf(content: MailContent, publicUrl: string) {
  const { headline, paragraphs, facts = [], button, limit, otherwise, why } = content
  const parts = [
    headline.toUpperCase(),
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    `${button.label}:\n${button.link}`,
    limit,
    `${otherwise.question}\n${otherwise.answer}`,
    `-- \n${why}\nSent by Foldout, ${publicUrl}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** A name that brings its own line breaks must not look like a line of ours. */
const cleaned = (content: MailContent): MailContent =>
  JSON.parse(JSON.stringify(content), (_key, value) => (typeof value === 'string' ? oneLine(value) : value))

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
