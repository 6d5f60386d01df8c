const date = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' })

/** Such as "1 March 2026, 14:05 UTC". */
export const dateInWords = (when: Date) => `${date.format(when)}, ${time.format(when)} UTC`

/**
 * An address its owner recognises and nobody else can write to: "w…@m….org". What is hidden has the same length
 * for all.
 */
export function maskedEmail(email: string) {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  return `${first(email)}…@${first(domain)}…${dot > 0 ? domain.slice(dot) : ''}`
}

const first = (text: string) => [...text][0] ?? ''
