import { stillAtWidth } from '#contract/media-address.ts'
import type { OpenZine } from '#contract/zines.ts'
import { detailWords } from '#web/details/said.ts'
import { VersionChoice } from '#web/ui/dialogs/version-choice.tsx'
import { counted } from '#web/ui/number.ts'
import { pageWords } from '../session/layout-text.ts'
import type { Layout } from '../table/layout.ts'
import css from './edit-conflict.module.css'
import { changedFields, textOf } from './zine-edit.ts'

type Props = {
  mine: Layout
  theirs: OpenZine
  onChoose: (side: 'mine' | 'theirs') => void
  onClose: () => void
}

/** The zine as one changed it and as it was saved elsewhere, side by side. */
export function EditConflict({ mine, theirs, onChoose, onClose }: Props) {
  const other = textOf(theirs).layout
  const yours = { name: 'Yours', choose: 'Keep mine', onChoose: () => onChoose('mine') }
  const saved = { name: 'Saved elsewhere', choose: 'Take theirs', onChoose: () => onChoose('theirs') }
  return (
    <VersionChoice
      title="Two versions, one zine"
      description="This zine was changed somewhere else as well. Choose the one that goes on."
      versions={[
        { ...yours, shown: <Side name={yours.name} layout={mine} other={other} /> },
        { ...saved, shown: <Side name={saved.name} layout={other} other={mine} /> },
      ]}
      goOnAt='main [type="submit"]'
      onClose={onClose}
    />
  )
}

type SideProps = { name: string; layout: Layout; other: Layout }

/** What differs is marked. */
function Side({ name, layout, other }: SideProps) {
  const differing = changedFields(other, layout)
  const marked = (field: (typeof differing)[number], text: string) =>
    differing.includes(field) ? <mark>{text}</mark> : text
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long zine is scrolled with the keyboard
    <section className={css.sheet} tabIndex={0} aria-label={`${name}, the zine`}>
      <p className={css.title}>{marked('title', layout.title.trim() || 'Untitled zine')}</p>
      <p className={css.words}>{marked('description', layout.description.trim() || 'No description')}</p>
      <p className="meta">
        {marked('aspectRatio', layout.aspectRatio)} ·{' '}
        {marked('readingDirection', layout.readingDirection === 'rtl' ? 'right to left' : 'left to right')} ·{' '}
        {marked('mayPrint', layout.mayPrint ? 'may be printed' : 'may not be printed')}
      </p>
      <p className={css.words}>{marked('details', detailWords(layout.details) || 'No details')}</p>
      {layout.contentNote && (
        <p className={css.words}>
          {marked('contentNote', `Content note: ${layout.contentNote.text}`)}
          {layout.contentNote.coversPages && marked('contentNote', ' (pages covered)')}
        </p>
      )}
      <p className="meta">{marked('pages', counted(layout.pages.length, 'page'))}</p>
      <Pages pages={layout.pages} others={other.pages} />
    </section>
  )
}

/** All of them small, and the words of those that are not the same in the same place. */
const Pages = ({ pages, others }: { pages: Layout['pages']; others: Layout['pages'] }) => (
  <ol className={css.pages}>
    {pages.map((page, place) => {
      const same = others[place]
      const isOther = page.url !== same?.url
      const hasOtherWords = isOther || pageWords.some((field) => page[field] !== same[field])
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place
        <li key={place} data-differs={isOther || undefined}>
          <img src={stillAtWidth(page.url, 400)} alt="" loading="lazy" decoding="async" />
          <p className="meta">page {place + 1}</p>
          {hasOtherWords && <p className={css.words}>{page.altText || 'No description'}</p>}
          {hasOtherWords && page.contentNote && <p className={css.words}>Content note: {page.contentNote}</p>}
          {hasOtherWords && page.transcript && <p className={css.words}>{page.transcript}</p>}
        </li>
      )
    })}
  </ol>
)
