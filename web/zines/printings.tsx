import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
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
                      alt={t`Cover of the ${ph({ number: ordinal(edition.number) })} printing`}
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
  const name = ordinal(number)
  return (
    <p>
      <span className="meta">
        <Trans>
          {ph({ toUpperCase: name.charAt(0).toUpperCase() + name.slice(1) })} printing,{' '}
          <time dateTime={printedAt}>{ph({ printedAt: formatDate(printedAt, 'UTC') })}</time>
        </Trans>
      </span>
      {note && <MemberText text={note} language={language} />}
    </p>
  )
}

const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const rules = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }

export const ordinal = (number: number) => ordinals[number] ?? `${number}${suffixes[rules.select(number)] ?? 'th'}`
