import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Details } from '#contract/details.ts'
import type { FullZine } from '#contract/zines.ts'
import { renderInSite } from '#web/site/site.testing.tsx'
import { DetailsList, SeriesLine } from './details-list.tsx'

type OpenOptions = { details: Details; series?: FullZine['series'] }

async function open({ details, series = null }: OpenOptions) {
  const line = <SeriesLine key="series" zine={{ details, series, creatorId: 'wren', language: null }} />
  const { container } = await renderInSite([line, <DetailsList key="details" zine={{ details, language: null }} />])
  const labels = [...container.querySelectorAll('dt')].map(({ textContent }) => textContent)
  return { text: container.textContent, labels }
}

test('a zine that says nothing shows nothing', async () => {
  expect((await open({ details: {} })).text).toBe('')
})

test.each<[Details, string, string]>([
  [{ subjects: ['moths', 'night'] }, 'Subjects', 'moths, night'],
  [{ kind: 'how-to' }, 'Kind', 'How-to'],
  [{ languages: ['pt'] }, 'Language', 'Portuguese'],
  [{ languages: ['pt', 'en'] }, 'Languages', 'Portuguese, English'],
  [{ madeIn: 'Porto' }, 'Made', 'in Porto'],
  [{ year: 1994 }, 'Made', '1994'],
  [{ madeIn: 'Porto', year: 1994 }, 'Made', 'in Porto, 1994'],
  [{ with: ['Ada', 'Bo'] }, 'With', 'Ada, Bo'],
  [{ paper: { words: '$3' } }, 'On paper', '$3'],
  [{ paper: { url: 'https://www.moths.example/a' } }, 'On paper', 'moths.example'],
  [{ size: 'half' }, 'Size', 'Half size'],
  [{ binding: 'sewn' }, 'Binding', 'Sewn'],
  [{ size: 'half', binding: 'sewn' }, 'Size', 'Half size, sewn'],
  [{ rights: 'cc0' }, 'Rights', 'CC0: no rights reserved'],
  [{ rights: 'anti-copyright' }, 'Rights', 'Anti-copyright: copy freely'],
  [{ ai: 'mostly' }, 'AI', 'Made mostly with AI'],
])('of %j one line is shown', async (details, label, content) => {
  const { labels, text } = await open({ details })
  expect([labels, text]).toEqual([[label], label + content])
})

test('details that can be filtered link to zines with the same, and a licence to its text', async () => {
  await open({
    details: { subjects: ['zine making'], kind: 'comic', languages: ['pt-BR'], year: 1994, rights: 'cc-by' },
  })
  for (const [name, address] of [
    ['zine making', '/?subject=zine+making'],
    ['Comic', '/?kind=comic'],
    ['Brazilian Portuguese', '/?language=pt-BR'],
    ['1994', '/?year=1994'],
    ['CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/'],
  ] as const)
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', address)
})

test('an issue shows its number, and links to its neighbours', async () => {
  const series = {
    title: 'Mothlight',
    slug: 'moth/light',
    previous: null,
    next: { id: 'n', title: 'Next one', language: null, issue: '4' },
  }
  const { text } = await open({ details: { series: 'Mothlight', issue: '3' }, series })
  expect(text).toBe('Mothlight #3Next issue: Next one, #4')
  const link = page.getByRole('link', { name: 'Mothlight', exact: true })
  await expect.element(link).toHaveAttribute('href', '/profile/wren/series/moth%2Flight')
})
