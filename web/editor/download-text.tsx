import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { Button } from '#web/ui/controls/button.tsx'
import type { ProjectText } from './project-text.ts'

/** Downloads a text. `name` distinguishes files with the same title. */
export const DownloadText = ({ text, name }: { text: ProjectText; name: string }) => {
  const { t } = useLingui()
  return (
    <Button look="second" size="small" onClick={() => download(text, name)}>
      <Download className="ico" aria-hidden="true" />
      {t`Download`}
    </Button>
  )
}

function download({ title, notes }: ProjectText, name: string) {
  const address = URL.createObjectURL(new Blob([`${title}\n\n${notes}`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${title || t`Untitled`}, ${name}.txt`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address))
}
