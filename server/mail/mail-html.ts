import { textLanguageOf } from '#contract/text-language.ts'
import { html } from '#server/http/html.ts'

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
