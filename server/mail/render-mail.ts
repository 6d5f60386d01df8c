import { htmlOf, type MailContent } from './mail-html.ts'

export function renderMail(given: MailContent, publicUrl: string) {
  const content = cleaned(given)
  return {
    subject: content.subject,
    html: htmlOf(content, publicUrl),
    text: textOf(content, publicUrl),
  }
}

function textOf(content: MailContent, publicUrl: string) {
  const { headline, paragraphs, facts = [], button, others = [], limit, otherwise, why } = content
  const parts = [
    headline.toUpperCase(),
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    ...[button, ...others].map(({ label, link }) => `${label}:\n${link}`),
    limit,
    `${otherwise.question}\n${otherwise.answer}`,
    `-- \n${why}\nSent by Foldout, ${publicUrl}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** A name that brings its own line breaks must not look like a line of ours. */
const cleaned = (content: MailContent): MailContent =>
  JSON.parse(JSON.stringify(content), (_key, value) =>
    typeof value === 'string' ? withoutControls(value) : value,
  )

/** Without what breaks a line or reverses the order in which it is read. */
export const withoutControls = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .trim()
