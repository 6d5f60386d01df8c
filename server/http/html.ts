export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | undefined | false | Part[]

/** Markup in which every inserted text is escaped. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]) =>
  new Html(texts.map((text, index) => text + toMarkup(parts[index])).join(''))

export const trustedHtml = (text: string) => new Html(text)

function toMarkup(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(toMarkup).join('')
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
