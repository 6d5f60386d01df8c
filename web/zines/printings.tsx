import { addressAtWidth } from '#contract/media-address.ts'
import type { OpenZine, Printing } from '#contract/zines.ts'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { useNotes } from './asking.tsx'
import css from './printings.module.css'

export function Printings({ zine }: { zine: OpenZine }) {
  const { printing, printings } = zine
  const isAsked = useNotes(zine, [zine.cover ?? { contentNote: '' }]).notes.length > 0
  const [latest, ...former] = printings
  if (!latest || printing < 2) return null
  return (
    <div className={css.printings}>
      <PrintingLine printing={latest} />
      {former.length > 0 && (
        <details>
          <summary>{former.length === 1 ? 'The first printing' : 'Former printings'}</summary>
          <ol>
            {former.map((each) => (
              <li key={each.number}>
                <span className={css.cover}>
                  {each.coverUrl && !isAsked && (
                    <img
                      src={addressAtWidth(each.coverUrl, 400)}
                      alt={`Cover of the ${ordinal(each.number)} printing`}
                      loading="lazy"
                      decoding="async"
                    />
                  )}
                </span>
                <PrintingLine printing={each} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}

function PrintingLine({ printing: { number, note, printedAt } }: { printing: Printing }) {
  const language = useTextLanguage(note ?? '')
  const name = ordinal(number)
  return (
    <p>
      <span className="meta">
        {name.charAt(0).toUpperCase() + name.slice(1)} printing,{' '}
        <time dateTime={printedAt}>{date.format(new Date(printedAt))}</time>
      </span>
      {note && <span {...language}>{note}</span>}
    </p>
  )
}

/** A fixed time zone, so that server and browser render the same text. */
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const words = [
  '',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]
const rules = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }

export const ordinal = (number: number) =>
  words[number] ?? `${number}${endings[rules.select(number)] ?? 'th'}`
