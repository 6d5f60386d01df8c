import { useLayoutEffect, useRef } from 'react'

/**
 * For a panel whose parts come and go: when the one that has focus goes, focus is given to the panel's main button if
 * a run has begun or ended, and otherwise to the panel itself. Dialogs that the panel opens count as its parts.
 */
export function usePanelFocus(isRunning: boolean) {
  const panel = useRef<HTMLElement>(null)
  const mainButton = useRef<HTMLButtonElement>(null)
  const isInside = useRef(false)
  const wasRunning = useRef(isRunning)
  useLayoutEffect(() => {
    const isSwapped = wasRunning.current !== isRunning
    wasRunning.current = isRunning
    if (!isInside.current || document.activeElement !== document.body) return
    const button = mainButton.current
    if (isSwapped && button && !button.disabled) button.focus()
    else panel.current?.focus()
  })
  return {
    mainButton,
    panel: {
      ref: panel,
      tabIndex: -1,
      onFocus: () => {
        isInside.current = true
      },
      /** When the window is left, the element stays the active one. What React removes tells of no blur. */
      onBlur: () => {
        isInside.current = panel.current?.contains(document.activeElement) === true
      },
    },
  }
}
