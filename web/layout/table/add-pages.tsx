import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { FileText, Image, PenLine, Plus } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import zine from '#web/ui/zine-sheet.module.css'
import { FileInput } from '#web/upload/pages/file-input.tsx'
import drop from '#web/upload/pages/upload-stage.module.css'
import css from './layout-stage.module.css'

type AddProps = {
  onChoose: (files: File[]) => void
  onPdf: ((file: File) => void) | undefined
  onMake: () => void
}

type EmptyProps = AddProps & { maxPages: number; isRequiredMissing: boolean }

export const EmptyTable = ({ maxPages, isRequiredMissing, onChoose, onPdf, onMake }: EmptyProps) => {
  const { t } = useLingui()
  return (
    <div className={css.empty}>
      <span className={`${zine.sheet} ${drop.zine}`} data-pages="4" aria-hidden="true">
        <span className={drop.unprinted} />
      </span>
      <h2>
        <span className={drop.mouse}>
          {onPdf ? t`Drop images or a PDF here, or start with words` : t`Drop images here, or start with words`}
        </span>
        <span className={drop.touch}>
          {onPdf ? t`Choose images or a PDF, or start with words` : t`Choose images, or start with words`}
        </span>
      </h2>
      <p>
        {t`Up to ${plural(maxPages, { one: '# page', other: '# pages' })}. Images added together are sorted by name, and you can rearrange them later. A scan of a sheet with eight pages can be split here.`}
      </p>
      <div className={css.choices}>
        <FileInput
          label={t`Choose images`}
          className={buttonClass({ look: 'second' })}
          accept="image/*"
          isInvalid={isRequiredMissing}
          onChoose={onChoose}
        >{t`Choose images`}</FileInput>
        {onPdf && <ChoosePdf onPdf={onPdf}>{t`Choose a PDF`}</ChoosePdf>}
        <Button look="second" onClick={onMake}>{t`Make a page`}</Button>
      </div>
    </div>
  )
}

/** The last tile of the strip. */
export function AddPageMenu({ onChoose, onPdf, onMake, disabled }: AddProps & { disabled: boolean }) {
  const { t } = useLingui()
  const images = useRef<HTMLInputElement>(null)
  const pdf = useRef<HTMLInputElement>(null)
  const open = (input: RefObject<HTMLInputElement | null>) => () => input.current?.click()
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={css.add} aria-label={t`Add a page`} disabled={disabled}>
            <Plus className="ico" aria-hidden="true" />
          </button>
        }
      >
        <MenuItem icon={Image} onSelect={open(images)}>{t`Images`}</MenuItem>
        {onPdf && <MenuItem icon={FileText} onSelect={open(pdf)}>{t`A PDF`}</MenuItem>}
        <MenuItem icon={PenLine} onSelect={onMake}>{t`Make a page`}</MenuItem>
      </Menu>
      <span hidden>
        <FileInput
          label={t`Add images`}
          className=""
          accept="image/*"
          ref={images}
          disabled={disabled}
          onChoose={onChoose}
        >{t`Add images`}</FileInput>
        {onPdf && <ChoosePdf onPdf={onPdf} ref={pdf} disabled={disabled}>{t`Add a PDF`}</ChoosePdf>}
      </span>
    </>
  )
}

type PdfProps = {
  onPdf: (file: File) => void
  disabled?: boolean
  ref?: RefObject<HTMLInputElement | null>
  children: string
}

const ChoosePdf = ({ onPdf, disabled = false, ref, children }: PdfProps) => (
  <FileInput
    label={children}
    className={buttonClass({ look: 'second' })}
    accept="application/pdf"
    disabled={disabled}
    ref={ref}
    onChoose={([file]) => file && onPdf(file)}
  >
    {children}
  </FileInput>
)
