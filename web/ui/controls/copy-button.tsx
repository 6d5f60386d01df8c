import { useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { showError } from '../toasts/toast-store.ts'
import { Button } from './button.tsx'

export function CopyButton({ text, children }: { text: string; children: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      showError(t`This browser does not allow copying. Select the text and copy it yourself.`, t`Not copied`)
    }
  }
  const StateIcon = copied ? Check : Copy
  return (
    <>
      <Button look="second" size="small" onClick={() => void copy()}>
        <StateIcon className="ico" aria-hidden="true" />
        {children}
      </Button>
      <span className="sr" role="status">
        {copied && t`Copied`}
      </span>
    </>
  )
}
