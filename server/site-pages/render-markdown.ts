import MarkdownIt from 'markdown-it'

const longestTitle = 200

/** CommonMark and tables, as `markdown-it` reads them: what looks like HTML is text, and there are no pictures. */
const markdown = new MarkdownIt({ html: false, linkify: false }).disable('image')

/** Where a link may lead: another page, here or elsewhere, a place on this one, or a mailbox. */
markdown.validateLink = (address) => /^(https?:\/\/|mailto:|\/(?![/\\])|#)/i.test(address)

/** What stands elsewhere is not vouched for, and is not told who sent them. */
markdown.renderer.rules.link_open = (tokens, at, options, _env, renderer) => {
  const token = tokens[at]
  if (/^https?:/i.test(String(token?.attrGet('href')))) token?.attrSet('rel', 'nofollow noopener noreferrer')
  return renderer.renderToken(tokens, at, options)
}

/** A text as a page of the site shows it: its first heading is the title, the others stand below that. */
export function renderMarkdown(text: string, defaultTitle: string) {
  const tokens = markdown.parse(text, {})
  const [heading, words] = tokens
  const isTitled = heading?.type === 'heading_open' && heading.tag === 'h1'
  const title = (isTitled && plainText(words).slice(0, longestTitle)) || defaultTitle
  const rest = isTitled ? tokens.slice(3) : tokens
  for (const token of rest) if (token.tag === 'h1') token.tag = 'h2'
  return { title, html: markdown.renderer.render(rest, markdown.options, {}) }
}

type Token = ReturnType<typeof markdown.parse>[number]

const plainText = (token: Token | undefined) =>
  (token?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline' || type === 'text_special')
    .map(({ content }) => content)
    .join('')
    .trim()
