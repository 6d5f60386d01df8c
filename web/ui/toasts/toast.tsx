import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import * as Primitive from 'radix-ui/toast'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import * as delays from '#contract/delays.ts'
import * as limits from '#contract/limits.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { pageDirection } from '../page-direction.ts'
import { watchToastPlace } from './place-toasts.ts'
import css from './toast.module.css'
import { closeToast, readToast, subscribeToToast, type Toast } from './toast-store.ts'

/** F8 moves focus here. With `aria-live="off"`, an open dialog does not hide this area. */
export function Toaster() {
  const { t } = useLingui()
  const toast = useSyncExternalStore(subscribeToToast, readToast, () => null)
  const [silence, setSilence] = useState<HTMLElement | null>(null)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => (list.current ? watchToastPlace(list.current) : undefined), [])
  return (
    <div aria-live="off">
      <div hidden ref={setSilence} />
      <Primitive.Provider
        duration={delays.toastDuration}
        swipeDirection={pageDirection() === 'rtl' ? 'left' : 'right'}
        swipeThreshold={limits.toastSwipe}
        announcerContainer={(toast?.isSaid && silence) || undefined}
      >
        {toast && <ToastItem key={toast.id} toast={toast} />}
        <Primitive.Viewport ref={list} className={css.toasts} hotkey={['F8']} label={t`Notifications (F8)`} />
      </Primitive.Provider>
    </div>
  )
}

function ToastItem({ toast }: { toast: Toast }) {
  const { t } = useLingui()
  const isError = toast.variant === 'destructive'
  return (
    <Primitive.Root
      className={isError ? `${css.toast} ${css.error}` : css.toast}
      type={isError ? 'foreground' : 'background'}
      open={toast.open}
      duration={toast.action && delays.toastWithActionDuration}
      onOpenChange={(open) => open || closeToast(toast.id)}
    >
      <Primitive.Title asChild>
        <strong>{toast.title}</strong>
      </Primitive.Title>
      {/* A single element, so that screen readers read it as one text. */}{' '}
      {toast.description && (
        <Primitive.Description asChild>
          <p>{toast.description}</p>
        </Primitive.Description>
      )}
      {toast.action && (
        <Primitive.Action className={css.action} altText={toast.action.altText} onClick={toast.action.run}>
          {toast.action.label}
        </Primitive.Action>
      )}
      <Primitive.Close asChild>
        <IconButton icon={X} className={css.close} aria-label={t`Close`} />
      </Primitive.Close>
    </Primitive.Root>
  )
}
