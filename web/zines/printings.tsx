import type { I18n } from '@lingui/core'
import { selectOrdinal, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatDate } from '#contract/format-date.ts'
import { addressAtWidth } from '#contract/media-address.ts'
import type { FullZine, Printing } from '#contract/zines.ts'
import { MemberText } from '#web/ui/member-text.tsx'
import { usePendingNotes } from './content-warning-prompt.tsx'
import css from './printings.module.css'

export function Printings({ zine }: { zine: FullZine }) {
  const { t } = useLingui()
  const { printing, printings } = zine
  const isCoverHidden = usePendingNotes(zine, [zine.cover ?? { contentNote: '' }]).notes.length > 0
  const [latest, ...former] = printings
  if (!latest || printing < 2) return null
  return (
    <div className={css.printings}>
      <PrintingLine printing={latest} language={zine.language} />
      {former.length > 0 && (
        <details>
          <summary>{former.length === 1 ? t`The first printing` : t`Earlier printings`}</summary>
          <ol>
            {former.map((edition) => (
              <li key={edition.number}>
                <span className={css.cover}>
                  {edition.coverUrl && !isCoverHidden && (
                    <img
                      src={addressAtWidth(edition.coverUrl, 400)}
                      alt={t`${selectOrdinal(edition.number, { 1: 'Cover of the first printing', 2: 'Cover of the second printing', 3: 'Cover of the third printing', 4: 'Cover of the fourth printing', 5: 'Cover of the fifth printing', 6: 'Cover of the sixth printing', 7: 'Cover of the seventh printing', 8: 'Cover of the eighth printing', 9: 'Cover of the ninth printing', 10: 'Cover of the tenth printing', one: 'Cover of the #st printing', two: 'Cover of the #nd printing', few: 'Cover of the #rd printing', other: 'Cover of the #th printing' })}`}
                      loading="lazy"
                      decoding="async"
                    />
                  )}
                </span>
                <PrintingLine printing={edition} language={zine.language} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}

type PrintingLineProps = { printing: Printing; language: string | null }

function PrintingLine({ printing: { number, note, printedAt }, language }: PrintingLineProps) {
  const { i18n } = useLingui()
  return (
    <p>
      <span className="meta">
        {printingName(i18n, number)}, <time dateTime={printedAt}>{formatDate(i18n.locale, printedAt, 'UTC')}</time>
      </span>
      {note && <MemberText text={note} language={language} />}
    </p>
  )
}

export const printingName = (i18n: I18n, number: number) =>
  t(
    i18n,
  )`${selectOrdinal(number, { 1: 'First printing', 2: 'Second printing', 3: 'Third printing', 4: 'Fourth printing', 5: 'Fifth printing', 6: 'Sixth printing', 7: 'Seventh printing', 8: 'Eighth printing', 9: 'Ninth printing', 10: 'Tenth printing', one: '#st printing', two: '#nd printing', few: '#rd printing', other: '#th printing' })}`
