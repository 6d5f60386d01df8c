import * as limits from '#contract/limits.ts'
import type { PageTemplate } from '#contract/page-recipe.ts'
import { plainWords } from '../setting/markdown.ts'

/** A part of the notes for a page. It may need more than one, or share one with others unless `startsPage`. */
export type Section = { template: PageTemplate; title: string; text: string; startsPage?: boolean }

/** Phones make it easy to leave out the space. With another #, the line is a list of tags. */
const heading = /^#{1,2}(?:\s+(?=\S)|(?=\p{L}[^#]*$))(.*)$/u
const subheading = /^#{3,6}\s+(?=\S)/
const pageBreak = /^(-{3,}|\*{3,}|_{3,})$/
const bullet = /^[-*•]\s+(?:\[[ xX]?\]\s+)?(?=\S)/
const numbered = /^\d{1,3}[.)]\s+(?=\S)/
const quoted = /^>\s*(?=\S)/

/** A heading or a line of dashes starts a section. Lists and quotes get sections of their own. */
export function readNotes(notes: string): Section[] {
  const sections: Section[] = []
  let current: Section | undefined
  let startsPage = false
  const start = (template: PageTemplate, title: string) => {
    const section = { template, title, text: '', ...(startsPage && { startsPage }) }
    startsPage = false
    sections.push(section)
    return section
  }
  for (const line of notes.split(/\r\n?|\n/)) {
    const trimmed = line.trim()
    const title = trimmed.length <= limits.recipeTitle ? plainWords(heading.exec(trimmed)?.[1] ?? '') : ''
    if (title) current = start('text', title)
    else if (pageBreak.test(trimmed)) {
      startsPage = sections.length > 0
      current = undefined
    } else if (trimmed === '') {
      if (current?.text) current.text += '\n'
    } else if (current?.template === 'list' && /^\s/.test(line) && !templateOf(trimmed)) {
      current.text = `${current.text.trimEnd()} ${trimmed}\n`
    } else {
      const template = templateOf(trimmed) ?? 'text'
      if (template === 'quote' && current && hasQuoteBelow(current)) {
        current.text += `${trimmed.replace(quoted, '> ')}\n`
        continue
      }
      if (!current || !continues(current, template))
        current = start(template, template === 'list' ? takeTitle(current) : '')
      current.template = template
      current.text += `${withoutMarks(trimmed)}\n`
    }
  }
  return sections.map(tidy).filter(({ title, text }) => title || text)
}

const continues = ({ template, text }: Section, next: PageTemplate) => !text || template === next

/** The title of a quote is who said it, so a quote below a heading is a part of the text. */
const hasQuoteBelow = ({ template, title, text }: Section) =>
  template === 'text' && (text ? /(?:^|\n)> [^\n]*\n$/.test(text) : title !== '')

function templateOf(line: string): PageTemplate | undefined {
  if (bullet.test(line) || numbered.test(line)) return 'list'
  return quoted.test(line) ? 'quote' : undefined
}

const withoutMarks = (line: string) => line.replace(bullet, '').replace(quoted, '').replace(subheading, '## ')

const longestListTitle = 60

/** A short line with a colon, or alone directly above a list, is the title of the list. */
function takeTitle(section: Section | undefined) {
  if (section?.template !== 'text') return ''
  const [line = '', before = '', words = '', end = ''] = /(^|\n*)([^\n]+)(\n+)$/.exec(section.text) ?? []
  const isAlone = before !== '\n' && end === '\n'
  if (words.length > longestListTitle) return ''
  const title = plainWords(words.replace(/^## /, '').replace(/:$/, ''))
  const text = section.text.slice(0, -line.length)
  const whole = text === '' && section.title ? `${section.title} – ${title}` : title
  if (whole.length > limits.recipeTitle) return ''
  if (!isAlone && !/^## |:$/.test(words)) return ''
  Object.assign(section, { text, title: text === '' ? '' : section.title })
  return whole
}

const source = /\n(?:[—–]|--)\s*(\S.*)$/

/** A list has one entry per line. A heading without text is a page of its own. */
function tidy(section: Section): Section {
  const { template, text } = section
  const tidied = text.trim().replace(/\n{2,}/g, template === 'list' ? '\n' : '\n\n')
  if (!tidied) return { ...section, template: 'solid', text: '' }
  const speaker = template === 'quote' && source.exec(tidied)?.[1]
  if (!speaker || speaker.length > limits.recipeTitle) return { ...section, text: tidied }
  return { ...section, template, title: plainWords(speaker), text: tidied.replace(source, '').trim() }
}
