import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import * as Primitive from 'radix-ui/dialog'
import type { CSSProperties, ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { SectionErrorBoundary } from '../states/section-error-boundary.tsx'
import css from './dialog.module.css'
import { useFocusReturn } from './use-focus-return.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  width?: string
  className?: string
  /** Shows the title to screen readers only, and the close button in the corner. */
  hideTitle?: boolean
  /** At the bottom of the window and as wide as it, for phones. */
  isSheet?: boolean
  /** Without padding. */
  bare?: boolean
  /** Gets focus when the dialog closes, instead of the opener. */
  returnFocusTo?: HTMLElement | null | (() => HTMLElement | null)
  children: ReactNode
}

/** Focuses `data-autofocus` or the dialog. CSS locks scrolling, because the CSP blocks Radix's `<style>`. */
export function Dialog({ open, onOpenChange, title, description, children, ...look }: DialogProps) {
  const restoreFocus = useFocusReturn(open, look.returnFocusTo)
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <div className={css.scrim} data-sheet={look.isSheet || undefined}>
          <Primitive.Content
            className={look.className ? `${css.dialog} ${look.className}` : css.dialog}
            style={look.width ? ({ '--dw': look.width } as CSSProperties) : undefined}
            onOpenAutoFocus={focusInside}
            onCloseAutoFocus={restoreFocus}
          >
            <DialogHead title={title} hideTitle={look.hideTitle} />
            {look.bare ? (
              <SectionErrorBoundary>{children}</SectionErrorBoundary>
            ) : (
              <div className={css.body}>
                {description && <Primitive.Description>{description}</Primitive.Description>}
                <SectionErrorBoundary>{children}</SectionErrorBoundary>
              </div>
            )}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function DialogHead({ title, hideTitle }: Pick<DialogProps, 'title' | 'hideTitle'>) {
  const { t } = useLingui()
  const close = (
    <Primitive.Close asChild>
      <IconButton icon={X} className={hideTitle ? css.close : undefined} aria-label={t`Close`} />
    </Primitive.Close>
  )
  if (hideTitle)
    return (
      <>
        <Primitive.Title className="sr">{title}</Primitive.Title>
        {close}
      </>
    )
  return (
    <div className={css.head}>
      <Primitive.Title>{title}</Primitive.Title>
      {close}
    </div>
  )
}

function focusInside(event: Event) {
  event.preventDefault()
  const sheet = event.currentTarget as HTMLElement
  const first = sheet.querySelector<HTMLElement>('[data-autofocus]') ?? sheet
  first.focus({ preventScroll: true })
}
