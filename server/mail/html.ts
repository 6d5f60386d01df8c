/** Markup whose every part was escaped or written by us. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | undefined | false | Part[]

/** Markup from a template: whatever is put into it is escaped, unless it is markup itself. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]) =>
  new Html(texts.map((text, index) => text + markupOf(parts[index])).join(''))

/** Markup of our own that a template cannot write, such as a style sheet. */
export const verbatim = (text: string) => new Html(text)

function markupOf(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(markupOf).join('')
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
