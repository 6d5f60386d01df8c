import { useLingui } from '@lingui/react/macro'
import { BrowserOnly } from '#web/ui/browser-only.tsx'
import { lazyOptional } from '#web/ui/lazy-optional.ts'
import rack from '#web/ui/rack.module.css'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { ZineCard } from '#web/zines/zine-card.tsx'
import type { LineToolsProps } from './line-tools.tsx'
import css from './shelf-page.module.css'

const LineTools = lazyOptional(async () => (await import('./line-tools.tsx')).LineTools)

type ShelfLineProps = LineToolsProps & { isOwn: boolean }

export function ShelfLine(props: ShelfLineProps) {
  const { item, index, isOwn, drag } = props
  return (
    <li className={css.line} data-item={item.id} {...drag.item(index)}>
      {item.zine ? <ZineCard zine={item.zine} isFirst={index === 0} /> : <WithdrawnZine />}
      {isOwn && (
        <div className={css.tools}>
          <BrowserOnly>
            <LineTools {...props} />
          </BrowserOnly>
        </div>
      )}
      <Note text={item.note} />
      <Note text={item.privateNote ?? ''} isPrivate />
    </li>
  )
}

const WithdrawnZine = () => {
  const { t } = useLingui()
  return (
    <article className={`${rack.card} ${css.withdrawn}`}>
      <div className={rack.media}>
        <p>{t`This zine is no longer available.`}</p>
      </div>
    </article>
  )
}

function Note({ text, isPrivate }: { text: string; isPrivate?: boolean }) {
  const { t } = useLingui()
  const language = useTextLanguage(text)
  if (text === '') return null
  return (
    <div className={css.note}>
      {isPrivate && <p className="meta">{t`only you`}</p>}
      <p {...language}>{text}</p>
    </div>
  )
}
