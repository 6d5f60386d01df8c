import { hidesCover } from '#contract/content-warning.ts'
import { formatDate } from '#contract/format-date.ts'
import { imageAddress } from '#contract/media-address.ts'
import type { DigestChoice } from '#contract/subscriptions.ts'
import { type Config, isLoopback } from '#server/config/config.ts'
import { displayName, displayTitle } from '#server/feeds/atom.ts'
import type { MailZine } from '#server/mail/mail-zines.ts'
import { type MailContent, quoteText } from '#server/mail/render-mail.ts'
import type { DigestZine } from './digest-zines.queries.ts'

/** Without a mail server, only developers see emails. */
export const canSendDigest = ({ smtpUrl, publicUrl }: Pick<Config, 'smtpUrl' | 'publicUrl'>) =>
  smtpUrl !== undefined || isLoopback(publicUrl)

/** The header of the email has this address. The link in its text opens the page directly. */
export const unsubscribeAddress = (token: string) => `/api/digest/unsubscribe?token=${token}`

type Digest = {
  choice: DigestChoice
  since: Date
  zines: DigestZine[]
  total: number
  publicUrl: string
  unsubscribeToken: string
}

export function digestContent({ choice, since, zines, total, publicUrl, unsubscribeToken }: Digest): MailContent {
  const headline = total === 1 ? '1 new zine' : `${total} new zines`
  const others = total - zines.length
  return {
    subject: `${headline} by creators you follow`,
    headline,
    paragraphs: [`By creators you follow, since ${formatDate('en', since, 'UTC')}.`],
    zines: zines.map((zine) => mailZine(zine, publicUrl)),
    ...(others > 0 && { more: `And ${others} more.` }),
    button: { label: 'See all new zines', link: `${publicUrl}/?tab=following` },
    ifNotYou: {
      question: 'Too many emails, or too few?',
      answer: 'Choose weekly, daily or off in your account settings.',
    },
    reason: `You received this because you asked for a ${choice} email about creators you follow.`,
    // The fragment stays in the browser: no server, proxy or log sees the token.
    footerLink: { label: 'Unsubscribe', link: `${publicUrl}/unsubscribe#token=${unsubscribeToken}` },
  }
}

/** An email cannot ask before it shows something, so a covered cover is left out. */
function mailZine(zine: DigestZine, publicUrl: string): MailZine {
  const { id, language, contentNote, cover } = zine
  const notes = [contentNote?.text, cover?.contentNote].filter((text) => text !== undefined && text !== '')
  const isCovered = hidesCover(zine)
  return {
    title: quoteText(displayTitle(zine)),
    language,
    creator: quoteText(displayName(zine)),
    link: `${publicUrl}/zine/${id}`,
    note:
      notes.length > 0
        ? `Content note: ${quoteText(notes.join(' · '))}.${isCovered ? ' The cover is not shown.' : ''}`
        : undefined,
    cover: isCovered ? undefined : mailCover(cover, publicUrl),
  }
}

function mailCover(cover: DigestZine['cover'], publicUrl: string): MailZine['cover'] {
  if (!cover) return undefined
  const { hash, altText } = cover
  return {
    address: publicUrl + imageAddress(hash, 400),
    altText: altText && quoteText(altText),
    width: cover.width ?? 4,
    height: cover.height ?? 5,
  }
}
