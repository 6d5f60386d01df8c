import { visibleLine } from '#contract/visible-text.ts'

/** All texts are plain; the layout escapes them. */
export type MailContent = {
  subject: string
  headline: string
  paragraphs: string[]
  facts?: [name: string, value: string][]
  button: { label: string; link: string }
  others?: { label: string; link: string }[]
  limit?: string
  otherwise: { question: string; answer: string }
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

/** Line breaks in a name must not imitate a line of ours. */
const cleaned = (content: MailContent): MailContent =>
  JSON.parse(JSON.stringify(content), (_key, value) =>
    typeof value === 'string' ? withoutControls(value) : value,
  )

/** Replaces line breaks and removes characters that change the text direction. */
export const withoutControls = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
    .trim()

/** Longer texts are cut before they are quoted. */
const longest = 2_000

/** Quotes user text on one line, without direction characters or anything that mail programs would link. */
export const quoted = (text: string) =>
  `“${withoutLinks(visibleLine(text.slice(0, longest))).replace(/["“”„‟]/gu, "'")}”`

/** Mail programs link everything that looks like an address, so `https://evil.example` becomes `https[:]//evil[.]example`. */
const withoutLinks = (text: string) =>
  text
    .replace(/:(?=\/\/)|(?<=\p{L}):(?=[\p{L}\p{N}+/?\\])/gu, '[:]')
    .replace(/(?<=\S)[.．｡。](?=[\p{L}\p{N}])/gu, '[.]')
    .replace(/(?<=\S)@(?=\S)/gu, '[@]')
    .replace(/\\\\/g, '[\\\\]')

const date = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' })

export const dateInWords = (when: Date) => `${date.format(when)}, ${time.format(when)} UTC`

/** Such as "w…@m….org": its owner recognises it, and others cannot use it. */
export function maskedEmail(email: string) {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  return `${first(email)}…@${first(domain)}…${dot > 0 ? domain.slice(dot) : ''}`
}

const first = (text: string) => [...text][0] ?? ''

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | undefined | false | Part[]

export const html = (texts: TemplateStringsArray, ...parts: Part[]) =>
  new Html(texts.map((text, index) => text + markupOf(parts[index])).join(''))

export const verbatim = (text: string) => new Html(text)

function markupOf(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(markupOf).join('')
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const ink = {
  paper: '#f3ecdc',
  sheet: '#fbf7ec',
  sunk: '#e8dfca',
  ink: '#1c1916',
  soft: '#5b5347',
  edge: '#7d7262',
  green: '#00a95c',
  blue: '#0078bf',
  link: '#005a92',
}

const darkMail = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.paper { background: #14120e !important; }
.sheet { background: #1f1b15 !important; border-color: #f4ead5 !important; box-shadow: 6px 6px 0 #2fcb83 !important; }
.sunk { background: #0c0a08 !important; }
.ink { color: #f4ead5 !important; }
.soft { color: #bdb29c !important; }
.link { color: #7cc8fb !important; }
.tear { border-color: #8f8472 !important; }
.slip { text-shadow: 2px 2px 0 #1a764b !important; }
.button { background: #f4ead5 !important; }
.button a { color: #14120e !important; border-color: #f4ead5 !important; }
.green { background: #2fcb83 !important; }
.blue { background: #35a7f2 !important; }
}
`

const headlineFont = `'Bricolage Grotesque', 'Helvetica Neue', Arial, sans-serif`
const textFont = `'Atkinson Hyperlegible Next', 'Atkinson Hyperlegible', Verdana, Arial, sans-serif`
const typewriter = `'Courier Prime', 'Courier New', monospace`

const bodyText = `margin: 0 0 16px; font: 400 17px/1.5 ${textFont}; color: ${ink.ink};`
const smallText = `margin: 0 0 8px; font: 400 14px/1.5 ${textFont}; color: ${ink.soft};`

/** One layout for every mail: a sheet of paper with one main action. Styles are inline, since mail clients drop the rest. */
const htmlOf = (content: MailContent, publicUrl: string) =>
  html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
<style>${verbatim(darkMail)}</style>
</head>
<body class="paper" style="margin: 0; padding: 0; background: ${ink.paper};">
<div style="display: none; max-height: 0; overflow: hidden;">${content.paragraphs[0]}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background: ${ink.paper};">
<tr><td align="center" style="padding: 28px 18px 40px;">
${verbatim('<!--[if mso]><table role="presentation" width="560"><tr><td><![endif]-->')}
<div style="max-width: 560px; text-align: left;">
${masthead}
${sheet(content)}
${foot(content, publicUrl)}
</div>
${verbatim('<!--[if mso]></td></tr></table><![endif]-->')}
</td></tr>
</table>
</body>
</html>
`.text

const panel = (shade: string, colour: string, lean: number) =>
  html`<td class="${shade}" width="11" height="22" style="width: 11px; height: 22px; background: ${colour}; transform: skewY(${lean}deg);"></td>`

const masthead = html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 0 0 20px;">
<tr>${panel('green', ink.green, 16)}${panel('blue', ink.blue, -16)}${panel('green', ink.green, 16)}
<td class="ink" style="padding-left: 12px; font: 800 23px/1 ${headlineFont}; letter-spacing: -0.015em; color: ${ink.ink};">Foldout</td></tr>
</table>`

const sheet = (content: MailContent) =>
  html`<div class="sheet" style="margin: 0 6px 30px 0; padding: 30px 26px 26px; border: 2px solid ${ink.ink}; background: ${ink.sheet}; box-shadow: 6px 6px 0 ${ink.green};">
${headline(content.headline)}
${content.paragraphs.map((text) => html`<p class="ink" style="${bodyText}">${text}</p>`)}
${content.facts && facts(content.facts)}
${action(content)}
<div class="tear" style="margin: 26px 0 20px; border-top: 2px dashed ${ink.edge}; font-size: 0; line-height: 0;">&nbsp;</div>
<p class="ink" style="${bodyText} margin: 0; font-weight: 700;">${content.otherwise.question}</p>
<p class="ink" style="${bodyText} margin: 0;">${content.otherwise.answer}</p>
</div>`

/** Prints the last word twice, with the colour out of register and the black sharp. */
function headline(text: string) {
  const [, before = '', last = ''] = /^(.*?)(\S+)$/s.exec(text) ?? []
  return html`<h1 class="ink" style="margin: 0 0 18px; font: 800 34px/1.04 ${headlineFont}; font-stretch: 88%; letter-spacing: -0.015em; color: ${ink.ink};">${before}<span class="slip" style="text-shadow: 2px 2px 0 ${ink.green};">${last}</span></h1>`
}

const facts = (list: [name: string, value: string][]) =>
  html`<div class="sunk" style="margin: 0 0 20px; padding: 12px 16px 4px; background: ${ink.sunk};">${list.map(
    ([name, value]) =>
      html`<p class="ink" style="margin: 0 0 8px; font: 400 15px/1.4 ${typewriter}; color: ${ink.ink}; overflow-wrap: anywhere;"><strong>${name}</strong><br>${value}</p>`,
  )}</div>`

const action = ({ button: { label, link }, others = [], limit }: MailContent) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 4px 0 18px;">
<tr><td class="button" style="background: ${ink.ink};"><a href="${link}" style="display: block; padding: 14px 24px; border: 2px solid ${ink.ink}; font: 700 17px/1.2 ${textFont}; color: ${ink.sheet}; text-decoration: none;">${label}</a></td></tr>
</table>
${others.map((other) => html`<p class="ink" style="${bodyText}"><a class="link" href="${other.link}" style="color: ${ink.link}; font-weight: 700;">${other.label}</a></p>`)}
${limit !== undefined && html`<p class="ink" style="${bodyText}">${limit}</p>`}
<p class="soft" style="${smallText} margin: 0;">If the button does nothing, open this address:<br>
<a class="link" href="${link}" style="color: ${ink.link}; word-break: break-all;">${link}</a></p>`

const foot = ({ why }: MailContent, publicUrl: string) =>
  html`<p class="soft" style="${smallText}">${why}</p>
<p class="soft" style="${smallText} margin: 0;">Sent by Foldout, <a class="link" href="${publicUrl}" style="color: ${ink.link};">${publicUrl.replace(/^https?:\/\//, '')}</a></p>`
