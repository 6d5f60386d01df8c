import type { CSSProperties } from 'react'
import { BrowserOnly } from '#web/ui/browser-only.tsx'
import { lazyOrNothing } from '#web/ui/lazy-or-nothing.ts'
import rack from '#web/ui/rack.module.css'
import { useTextLanguage } from '#web/ui/text-language.ts'
import { ZineCard } from '#web/zines/zine-card.tsx'
import type { LineToolsProps } from './line-tools.tsx'
import css from './shelf-page.module.css'

const LineTools = lazyOrNothing(async () => (await import('./line-tools.tsx')).LineTools)

type ShelfLineProps = LineToolsProps & { isOwn: boolean }

export function ShelfLine(props: ShelfLineProps) {
  const { item, index, isOwn, drag } = props
  const held = drag.held?.index === index ? drag.held : undefined
  return (
    <li
      className={css.line}
      data-item={item.id}
      data-held={held && ''}
      data-drop={drag.held && drag.over === index ? dropSide(drag.held.index, index) : undefined}
      style={held && ({ '--x': `${held.x}px`, '--y': `${held.y}px` } as CSSProperties)}
    >
      {item.zine ? <ZineCard zine={item.zine} isFirst={index === 0} /> : <Withdrawn />}
      <Note text={item.note} />
      <Note text={item.privateNote ?? ''} isPrivate />
      {isOwn && (
        <div className={css.tools}>
          <BrowserOnly>
            <LineTools {...props} />
          </BrowserOnly>
        </div>
      )}
    </li>
  )
}

function dropSide(from: number, over: number) {
  if (from === over) return undefined
  return from < over ? 'after' : 'before'
}

const Withdrawn = () => (
  <article className={`${rack.card} ${css.withdrawn}`}>
    <div className={rack.media}>
      <p>The maker withdrew this zine.</p>
    </div>
  </article>
)

function Note({ text, isPrivate }: { text: string; isPrivate?: boolean }) {
  const language = useTextLanguage(text)
  if (text === '') return null
  return (
    <div className={css.note}>
      {isPrivate && <p className="meta">only you</p>}
      <p {...language}>{text}</p>
    </div>
  )
}
