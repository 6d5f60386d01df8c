import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { toVisibleLine } from '#contract/visible-text.ts'
import { html, trustedHtml } from '#server/http/html.ts'
import { directionOf } from '#server/languages/site-languages.ts'
import {
  sentencesIn,
  type TranslatableText,
  type Translated,
  translateTexts,
} from '#server/languages/translate-texts.ts'
import { bodyText, colours, headlineFont, sentence, smallText, textFont, typewriter } from './mail-html.ts'
import { type MailZine, zinesHtml, zinesText } from './mail-zines.ts'

export type Fact = [name: TranslatableText, value: TranslatableText]

/** All texts are plain; the layout escapes them. */
export type MailContent = {
  subject: TranslatableText
  headline: TranslatableText
  paragraphs: TranslatableText[]
  facts?: Fact[]
  zines?: MailZine[]
  /** After the zines. */
  more?: TranslatableText
  button: { label: TranslatableText; link: string }
  otherLinks?: { label: TranslatableText; link: string }[]
  expiryNote?: TranslatableText
  ifNotYou: { question: TranslatableText; answer: TranslatableText }
  reason: TranslatableText
  /** After the reason, such as a link to unsubscribe. */
  footerLink?: { label: TranslatableText; link: string }
}
type TranslatedMail = Translated<MailContent>

/** In the recipient's language. Emails to operators are English. */
export function renderMail(rawContent: MailContent, publicUrl: string, language = 'en') {
  const i18n = sentencesIn(language)
  const content = sanitised(translateTexts(i18n, rawContent))
  return {
    subject: content.subject,
    html: renderHtml(content, publicUrl, i18n),
    text: renderText(content, publicUrl, i18n),
  }
}

function renderText(content: TranslatedMail, publicUrl: string, i18n: I18n) {
  const { headline, paragraphs, facts = [], zines = [], more, button, otherLinks = [] } = content
  const { expiryNote, ifNotYou, reason, footerLink } = content
  const parts = [
    headline.toLocaleUpperCase(i18n.locale),
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    zinesText(zines, i18n),
    more,
    ...[button, ...otherLinks].map(({ label, link }) => `${label}:\n${link}`),
    expiryNote,
    `${ifNotYou.question}\n${ifNotYou.answer}`,
    [`-- \n${reason}`, footerLink && `${footerLink.label}: ${footerLink.link}`, translateTexts(i18n, sentBy(publicUrl))]
      .filter(Boolean)
      .join('\n'),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/** Line breaks in a name must not imitate a line of ours. */
const sanitised = (content: TranslatedMail): TranslatedMail =>
  JSON.parse(JSON.stringify(content), (_key, value) => (typeof value === 'string' ? withoutControls(value) : value))

/** Replaces line breaks and removes characters that change the text direction. */
export const withoutControls = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .trim()

/** Longer texts are cut before they are quoted. */
const maxQuotedLength = 2_000

/** Quotes user text on one line, without direction characters or anything that mail programs would link. */
export const quoteText = (text: string) =>
  `“${withoutLinks(toVisibleLine(text.slice(0, maxQuotedLength))).replace(/["“”„‟]/gu, "'")}”`

/** Mail programs link everything that looks like an address, so `https://evil.example` becomes `https[:]//evil[.]example`. */
const withoutLinks = (text: string) =>
  text
    .replace(/:(?=\/\/)|(?<=\p{L}):(?=[\p{L}\p{N}+/?\\])/gu, '[:]')
    .replace(/(?<=\S)[.．｡。](?=[\p{L}\p{N}])/gu, '[.]')
    .replace(/(?<=\S)@(?=\S)/gu, '[@]')
    .replace(/\\\\/g, '[\\\\]')

/** Such as "w…@m….org": its owner recognises it, and others cannot use it. */
export function maskEmail(email: string) {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  return `${firstCharacter(email)}…@${firstCharacter(domain)}…${dot > 0 ? domain.slice(dot) : ''}`
}

const firstCharacter = (text: string) => [...text][0] ?? ''

const darkMail = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.paper { background: #14120e !important; }
.sheet { background: #1f1b15 !important; border-color: #f4ead5 !important; box-shadow: 6px 6px 0 #2fcb83 !important; }
.sunk { background: #0c0a08 !important; }
.ink { color: #f4ead5 !important; }
.soft { color: #bdb29c !important; }
.link { color: #7cc8fb !important; }
.tear, .edged { border-color: #8f8472 !important; }
.slip { text-shadow: 2px 2px 0 #1a764b !important; }
.button { background: #f4ead5 !important; }
.button a { color: #14120e !important; border-color: #f4ead5 !important; }
.green { background: #2fcb83 !important; }
.blue { background: #35a7f2 !important; }
}
`

/** One layout for every mail: a sheet of paper with one main action. Styles are inline, since mail clients drop the rest. */
const renderHtml = (content: TranslatedMail, publicUrl: string, i18n: I18n) =>
  html`<!doctype html>
<html lang="${i18n.locale}" dir="${directionOf(i18n.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
<style>${trustedHtml(darkMail)}</style>
</head>
<body class="paper" style="margin: 0; padding: 0; background: ${colours.paper};">
<div style="display: none; max-height: 0; overflow: hidden;">${content.paragraphs[0]}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background: ${colours.paper};">
<tr><td align="center" style="padding: 28px 18px 40px;">
${trustedHtml('<!--[if mso]><table role="presentation" width="560"><tr><td><![endif]-->')}
<div style="max-width: 560px; text-align: start;">
${masthead}
${sheet(content, i18n)}
${footer(content, publicUrl, i18n)}
</div>
${trustedHtml('<!--[if mso]></td></tr></table><![endif]-->')}
</td></tr>
</table>
</body>
</html>
`.text

const panel = (className: string, colour: string, skewDegrees: number) =>
  html`<td class="${className}" width="11" height="22" style="width: 11px; height: 22px; background: ${colour}; transform: skewY(${skewDegrees}deg);"></td>`

const masthead = html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 0 0 20px;">
<tr>${panel('green', colours.green, 16)}${panel('blue', colours.blue, -16)}${panel('green', colours.green, 16)}
<td width="12"></td><td class="ink" style="font: 800 23px/1 ${headlineFont}; letter-spacing: -0.015em; color: ${colours.ink};">Foldout</td></tr>
</table>`

const sheet = (content: TranslatedMail, i18n: I18n) =>
  html`<div class="sheet" style="margin: 0 6px 30px 0; padding: 30px 26px 26px; border: 2px solid ${colours.ink}; background: ${colours.sheet}; box-shadow: 6px 6px 0 ${colours.green};">
${headline(content.headline, i18n)}
${content.paragraphs.map((text) => html`<p class="ink" style="${bodyText}">${sentence(text)}</p>`)}
${content.facts && facts(content.facts)}
${content.zines && zinesHtml(content.zines, i18n)}
${content.more !== undefined && html`<p class="ink" style="${bodyText}">${content.more}</p>`}
${actions(content, i18n)}
<div class="tear" style="margin: 26px 0 20px; border-top: 2px dashed ${colours.edge}; font-size: 0; line-height: 0;">&nbsp;</div>
<p class="ink" style="${bodyText} margin: 0; font-weight: 700;">${content.ifNotYou.question}</p>
<p class="ink" style="${bodyText} margin: 0;">${sentence(content.ifNotYou.answer)}</p>
</div>`

/** Prints the last word twice, with the colour out of register and the black sharp. */
function headline(text: string, { locale }: I18n) {
  // The letters of Arabic are joined, and have marks above and below.
  const tight = directionOf(locale) === 'ltr'
  const [, before = '', last = ''] = /^(.*?)(\S+)$/s.exec(text) ?? []
  return html`<h1 class="ink" style="margin: 0 0 18px; font: 800 34px/${tight ? '1.04' : '1.3'} ${headlineFont}; font-stretch: 88%; letter-spacing: ${tight ? '-0.015em' : '0'}; color: ${colours.ink};">${before}<span class="slip" style="text-shadow: 2px 2px 0 ${colours.green};">${last}</span></h1>`
}

const facts = (list: [name: string, value: string][]) =>
  html`<div class="sunk" style="margin: 0 0 20px; padding: 12px 16px 4px; background: ${colours.sunk};">${list.map(
    ([name, value]) =>
      html`<p class="ink" style="margin: 0 0 8px; font: 400 15px/1.4 ${typewriter}; color: ${colours.ink}; overflow-wrap: anywhere;"><strong>${sentence(name)}</strong><br>${sentence(value)}</p>`,
  )}</div>`

const actions = ({ button: { label, link }, otherLinks = [], expiryNote }: TranslatedMail, i18n: I18n) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 4px 0 18px;">
<tr><td class="button" style="background: ${colours.ink};"><a href="${link}" style="display: block; padding: 14px 24px; border: 2px solid ${colours.ink}; font: 700 17px/1.2 ${textFont}; color: ${colours.sheet}; text-decoration: none;">${label}</a></td></tr>
</table>
${otherLinks.map((other) => html`<p class="ink" style="${bodyText}"><a class="link" href="${other.link}" style="color: ${colours.link}; font-weight: 700;">${other.label}</a></p>`)}
${expiryNote !== undefined && html`<p class="ink" style="${bodyText}">${expiryNote}</p>`}
<p class="soft" style="${smallText} margin: 0;">${i18n._(msg`If the button does nothing, open this address:`)}<br>
<a class="link" href="${link}" style="color: ${colours.link}; word-break: break-all;">${link}</a></p>`

const sentBy = (address: string) => msg`Sent by Foldout, ${{ address }}`

function footer({ reason, footerLink }: TranslatedMail, publicUrl: string, i18n: I18n) {
  const [before, after] = i18n._(sentBy('\n')).split('\n')
  return html`<p class="soft" style="${smallText}">${reason}${
    footerLink &&
    html`<br>
<a class="link" href="${footerLink.link}" style="color: ${colours.link};">${footerLink.label}</a>`
  }</p>
<p class="soft" style="${smallText} margin: 0;">${before}<a class="link" href="${publicUrl}" style="color: ${colours.link};">${publicUrl.replace(/^https?:\/\//, '')}</a>${after}</p>`
}
