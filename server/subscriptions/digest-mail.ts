import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
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
  choice: Exclude<DigestChoice, 'off'>
  since: Date
  zines: DigestZine[]
  total: number
  publicUrl: string
  unsubscribeToken: string
  language: string
}

const reasons: Record<Exclude<DigestChoice, 'off'>, MessageDescriptor> = {
  weekly: msg`You received this because you asked for a weekly email about creators you follow.`,
  daily: msg`You received this because you asked for a daily email about creators you follow.`,
}

export function digestContent(digest: Digest): MailContent {
  const { choice, since, zines, total, publicUrl, unsubscribeToken, language } = digest
  const others = total - zines.length
  return {
    subject: msg`${plural({ total }, { one: '# new zine by creators you follow', other: '# new zines by creators you follow' })}`,
    headline: msg`${plural({ total }, { one: '# new zine', other: '# new zines' })}`,
    paragraphs: [msg`By creators you follow, since ${{ day: formatDate(language, since, 'UTC') }}.`],
    zines: zines.map((zine) => mailZine(zine, publicUrl)),
    ...(others > 0 && { more: msg`${plural({ others }, { one: 'And # more.', other: 'And # more.' })}` }),
    button: { label: msg`See all new zines`, link: `${publicUrl}/?tab=following` },
    ifNotYou: {
      question: msg`Too many emails, or too few?`,
      answer: msg`Choose weekly, daily or off in your account settings.`,
    },
    reason: reasons[choice],
    // The fragment stays in the browser: no server, proxy or log sees the token.
    footerLink: { label: msg`Unsubscribe`, link: `${publicUrl}/unsubscribe#token=${unsubscribeToken}` },
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
    note: notes.length > 0 ? noteText(quoteText(notes.join(' · ')), isCovered) : undefined,
    cover: isCovered ? undefined : mailCover(cover, publicUrl),
  }
}

const noteText = (notes: string, isCovered: boolean) =>
  isCovered ? msg`Content note: ${{ notes }}. The cover is not shown.` : msg`Content note: ${{ notes }}.`

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
