import { useHasTable } from '#web/drafts/begin-draft.tsx'
import css from './lay-it-out.module.css'

type Props = { busy: boolean; onLayOut: () => unknown }

/** The way to the layout table, for pages that do not fit here. */
export function LayItOut({ busy, onLayOut }: Props) {
  if (!useHasTable()) return null
  return (
    <p className={css.offer} role="status">
      More pages, or a PDF?{' '}
      <button type="button" aria-disabled={busy || undefined} onClick={() => busy || onLayOut()}>
        Lay it out instead.
      </button>
    </p>
  )
}
