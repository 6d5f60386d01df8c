import { useLocation } from 'react-router'
import { usePageData } from '#web/page-data/page-data.tsx'
import css from './language-switcher.module.css'

/** A form, because it works without scripts and because the whole page changes. Labeled where nothing else says what it is. */
export function LanguageSwitcher({ label }: { label?: string }) {
  const { site, language } = usePageData()
  const { pathname, search } = useLocation()
  if (site.languages.length === 0) return null
  const from = new URLSearchParams(search)
  from.delete('lang')
  const address = from.size > 0 ? `${pathname}?${from}` : pathname
  return (
    <form method="post" aria-label={label} className={css.languages}>
      {site.languages.map(({ tag, name }) => (
        <button
          key={tag}
          type="submit"
          formAction={`/language/${tag}?from=${encodeURIComponent(address)}`}
          lang={tag}
          dir="auto"
          aria-current={tag === language.tag ? 'true' : undefined}
        >
          {name}
        </button>
      ))}
    </form>
  )
}
