import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
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
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (Plates && document.activeElement === document.body) heading.current?.focus()
  }, [Plates])
  return (
    <section className={css.make} aria-labelledby="plates">
      <h2
        ref={heading}
        id="plates"
        className={css.title}
        tabIndex={-1}
      >{t`Plates for risograph or screen printing`}</h2>
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
