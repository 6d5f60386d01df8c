import { textLanguageOf } from '#contract/text-language.ts'

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | undefined | false | Part[]

export const html = (texts: TemplateStringsArray, ...parts: Part[]) =>
  new Html(texts.map((text, index) => text + toMarkup(parts[index])).join(''))

export const trustedHtml = (text: string) => new Html(text)

function toMarkup(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(toMarkup).join('')
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** A sentence of ours. Each quoted text of a member has its own language and direction. */
export const sentence = (text: string, declared?: string | null) =>
  html`${text
    .split(/(?<=“)([^”]*)(?=”)/)
    .map((part, index) => (index % 2 === 0 ? part : html`<bdi ${languageOf(part, declared)}>${part}</bdi>`))}`

/** The attributes of an element with a member's text. */
export function languageOf(text: string, declared?: string | null) {
  const { lang, dir } = textLanguageOf(text, declared)
  return html`lang="${lang}" dir="${dir}"`
}

export const colours = {
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

export const headlineFont = `'Bricolage Grotesque', 'Helvetica Neue', Arial, sans-serif`
export const textFont = `'Atkinson Hyperlegible Next', 'Atkinson Hyperlegible', Verdana, Arial, sans-serif`
export const typewriter = `'Courier Prime', 'Courier New', monospace`

export const bodyText = `margin: 0 0 16px; font: 400 17px/1.5 ${textFont}; color: ${colours.ink};`
export const smallText = `margin: 0 0 8px; font: 400 14px/1.5 ${textFont}; color: ${colours.soft};`
