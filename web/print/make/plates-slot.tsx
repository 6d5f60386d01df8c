import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { withSentences } from '#web/languages/browser-i18n.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import type { PlatesProps } from '../plates/plates.tsx'
import css from './make.module.css'

const loadPlates = () => withSentences('making', () => import('../plates/plates.tsx')).then((module) => module.Plates)

/** Offers plates to the maker of a zine. Only they load the code that draws pages. */
export function PlatesSlot(props: PlatesProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const Plates = useLazyComponent<PlatesProps>(isOpen, loadPlates, () => setOpen(false))
  return (
    <section className={css.make} aria-labelledby="plates">
      <h2 id="plates" className={css.title}>{t`Plates for risograph or screen printing`}</h2>
      {isOpen && Plates ? (
        <Plates {...props} />
      ) : (
        <>
          <p className="meta">{t`A grayscale PDF for each ink, from the pages made here.`}</p>
          <Button look="second" aria-disabled={isOpen} onClick={() => setOpen(true)}>{t`Set up the plates`}</Button>
        </>
      )}
    </section>
  )
}
