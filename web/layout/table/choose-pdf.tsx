import { buttonClass } from '#web/ui/controls/button.tsx'
import { ChooseFiles } from '#web/upload/pages/choose-files.tsx'

type PdfProps = { onPdf: (file: File) => void; disabled?: boolean; children: string }

export const ChoosePdf = ({ onPdf, disabled = false, children }: PdfProps) => (
  <ChooseFiles
    label={children}
    className={buttonClass({ look: 'second' })}
    accept="application/pdf"
    disabled={disabled}
    onChoose={([file]) => file && onPdf(file)}
  >
    {children}
  </ChooseFiles>
)
