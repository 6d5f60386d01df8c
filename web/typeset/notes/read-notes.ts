import * as limits from '#contract/limits.ts'
import type { PageTemplate } from '#contract/page-recipe.ts'

/** A part of the notes that starts a page. It may need more than one. */
export type Section = { template: PageTemplate; title: string; text: string }

/** Phones make it easy to leave out the space. With another #, the line is a list of tags. */
const heading = /^#{1,6}(?:\s+(?=\S)|(?=\p{L}[^#]*$))(.*)$/u
const pageBreak = /^(-{3,}|\*{3,}|_{3,})$/
const bullet = /^[-*•]\s+(?:\[[ xX]?\]\s+)?(?=\S)/
const numbered = /^\d{1,3}[.)]\s+(?=\S)/
const quoted = /^>\s*(?=\S)/

/** A heading or a line of dashes starts a page. Lists and quotes get pages of their own. */
export function readNotes(notes: string): Section[] {
  const sections: Section[] = []
  let current: Section | undefined
  const start = (template: PageTemplate, title: string) => {
    const section = { template, title, text: '' }
    sections.push(section)
    return section
  }
  for (const line of notes.split(/\r\n?|\n/)) {
    const trimmed = line.trim()
    const title = heading.exec(trimmed)?.[1] ?? ''
    if (title && title.length <= limits.recipeTitle) current = start('text', title)
    else if (pageBreak.test(trimmed)) current = undefined
    else if (trimmed === '') {
      if (current?.text) current.text += '\n'
    } else if (current?.template === 'list' && /^\s/.test(line) && !templateOf(trimmed)) {
      current.text = `${current.text.trimEnd()} ${trimmed}\n`
    } else {
      const template = templateOf(trimmed) ?? 'text'
      if (!current || !continues(current, template))
        current = start(template, template === 'list' ? takeTitle(current) : '')
      current.template = template
      current.text += `${withoutMarks(trimmed)}\n`
    }
  }
  return sections.map(tidy).filter(({ title, text }) => title || text)
}

/** A quote has no heading: its title is who said it. */
const continues = ({ template, title, text }: Section, next: PageTemplate) =>
  text ? template === next : next !== 'quote' || !title

function templateOf(line: string): PageTemplate | undefined {
  if (bullet.test(line) || numbered.test(line)) return 'list'
  return quoted.test(line) ? 'quote' : undefined
}

/** Without the marks of Markdown. */
const withoutMarks = (line: string) =>
  line
    .replace(bullet, '')
    .replace(quoted, '')
    .replace(/\*\*(?=\S)(.*?\S)\*\*/g, '$1')
    .replace(/(?<![\p{L}\p{N}_*])([_*])(?=[^\s_*])(.*?[^\s_*])\1(?![\p{L}\p{N}_*])/gu, '$2')
    .replace(/\[([^\]]+)\]\((\S+)\)/g, '$1 ($2)')

const longestListTitle = 60

/** A short line with a colon, or alone directly above a list, is the title of the list. */
function takeTitle(section: Section | undefined) {
  if (section?.template !== 'text') return ''
  const [line = '', before = '', words = '', end = ''] = /(^|\n*)([^\n]+)(\n+)$/.exec(section.text) ?? []
  const isAlone = before !== '\n' && end === '\n'
  const title = words.replace(/:$/, '')
  const text = section.text.slice(0, -line.length)
  const whole = text === '' && section.title ? `${section.title} – ${title}` : title
  if (words.length > longestListTitle || whole.length > limits.recipeTitle) return ''
  if (!isAlone && title === words) return ''
  Object.assign(section, { text, title: text === '' ? '' : section.title })
  return whole
}

const source = /\n(?:[—–]|--)\s*(\S.*)$/

/** A list has one entry per line. A heading without text is a page of its own. */
function tidy({ template, title, text }: Section): Section {
  const tidied = text.trim().replace(/\n{2,}/g, template === 'list' ? '\n' : '\n\n')
  if (!tidied) return { template: 'solid', title, text: '' }
  const speaker = template === 'quote' && source.exec(tidied)?.[1]
  if (!speaker || speaker.length > limits.recipeTitle) return { template, title, text: tidied }
  return { template, title: speaker, text: tidied.replace(source, '').trim() }
}
