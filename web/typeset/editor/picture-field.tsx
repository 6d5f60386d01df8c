import { i18n } from '@lingui/core'
import { msg, ph, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type MouseEvent, useEffect, useState } from 'react'
import type { DraftPage } from '#contract/drafts.ts'
import * as limits from '#contract/limits.ts'
import type { UploadedMedia } from '#contract/media.ts'
import { addressAtWidth } from '#contract/media-address.ts'
import { altLanguageOf } from '#contract/text-language.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Problem, TextField } from '#web/ui/forms/field.tsx'
import { FileInput } from '#web/upload/pages/file-input.tsx'
import { reducePicture } from '#web/upload/reduce-picture.ts'
import { fileSender, type Progress } from '#web/upload/sending/send-file.ts'
import { pictureProblem } from '#web/upload/upload-rules.ts'
import type { PictureMark } from '../drawing.ts'
import { useTask } from '../use-task.ts'
import css from './page-maker.module.css'
import { firstFrame, type Picture, PictureFrameField } from './picture-frame.tsx'

export type DraftPicture = Pick<DraftPage, 'url' | 'altText' | 'width' | 'height'>

type Props = {
  /** Only if the page has several. */
  number?: number
  picture: Picture | null
  /** Where the page shows it. */
  mark: PictureMark | undefined
  /** Over two facing pages. */
  isSpread?: boolean
  pictures: readonly DraftPicture[]
  onChange: (picture: Picture | null) => void
  /** Called with 1 when a picture starts to be sent, and with -1 when it ends. */
  onSending: (change: 1 | -1) => void
}

/** A picture from the device or from the table, with its description. */
export function PictureField({ number, picture, mark, isSpread, pictures, onChange, onSending }: Props) {
  const { t } = useLingui()
  const choose = ({ url, altText, width, height }: DraftPicture) => {
    const frame = width && height ? firstFrame(mark, { width, height }) : undefined
    onChange({ url, altText: altText.slice(0, limits.recipePictureAltText), ...(frame && { frame }) })
  }
  const { status, problem, send, cancel } = useSendPicture((media) => choose({ ...media, altText: '' }))
  const isSending = status !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it starts and ends
  useEffect(() => {
    if (!isSending) return
    onSending(1)
    return () => onSending(-1)
  }, [isSending])
  const labels = labelsFor(number)
  return (
    <div className={css.picture}>
      {picture && (
        <PictureFrameField
          key={picture.url}
          number={number}
          picture={picture}
          mark={mark}
          isSpread={isSpread}
          onChange={onChange}
        />
      )}
      <div className={css.row}>
        <FileInput
          label={picture ? labels.replace : labels.choose}
          className={buttonClass({ look: 'second', size: 'small' })}
          accept="image/*"
          single
          onChoose={([file]) => file && send(file)}
        >
          {picture ? t`Replace` : t`Choose an image`}
        </FileInput>
        {picture && (
          <Button
            look="second"
            size="small"
            aria-label={labels.remove}
            onClick={(event) => {
              focusChoose(event)
              onChange(null)
            }}
          >{t`Remove`}</Button>
        )}
        {status && (
          <Button
            look="second"
            size="small"
            onClick={(event) => {
              focusChoose(event)
              cancel()
            }}
          >{t`Cancel`}</Button>
        )}
      </div>
      {status && <p role="status">{status === 'paused' ? t`Waiting for a connection` : t`Uploading the image…`}</p>}
      <Problem>{problem}</Problem>
      {!picture && pictures.length > 0 && (
        <details>
          <summary>{t`Or use one from the layout table`}</summary>
          <div className={css.pictures}>
            {pictures.map((one, index) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: the same picture can be there twice
                key={index}
                type="button"
                onClick={() => choose(one)}
              >
                <img
                  src={addressAtWidth(one.url, 400)}
                  alt={one.altText || t`Page ${ph({ number: index + 1 })}`}
                  {...altLanguageOf(one.altText)}
                  loading="lazy"
                />
              </button>
            ))}
          </div>
        </details>
      )}
      {picture && (
        <TextField
          label={labels.description}
          mark={t`for people who cannot see it`}
          maxLength={limits.recipePictureAltText}
          value={picture.altText}
          onChange={({ target }) => onChange({ ...picture, altText: target.value })}
        />
      )}
    </div>
  )
}

/** The button that was pressed disappears, and the focus would be lost. */
const focusChoose = ({ currentTarget }: MouseEvent<HTMLButtonElement>) =>
  currentTarget.parentElement?.querySelector('input')?.focus()

const labelsFor = (number: number | undefined) =>
  number === undefined
    ? {
        choose: t`Choose image`,
        replace: t`Replace image`,
        remove: t`Remove image`,
        description: t`What the image shows`,
      }
    : {
        choose: t`Choose image ${number}`,
        replace: t`Replace image ${number}`,
        remove: t`Remove image ${number}`,
        description: t`What image ${number} shows`,
      }

function useSendPicture(onSent: (media: UploadedMedia) => void) {
  const [status, setStatus] = useState<Progress['status']>()
  const { isRunning, problem, setProblem, run, cancel } = useTask({ onDone: onSent, failure: i18n._(failure) })
  function send(file: File) {
    const refusal = pictureProblem(file)
    if (refusal) return setProblem(refusal)
    setStatus('sending')
    void run(async (signal) => {
      const reduced = await reducePicture(file)
      signal.throwIfAborted()
      return fileSender(reduced).send(signal, (progress) => setStatus(progress.status))
    })
  }
  return { status: isRunning ? status : undefined, problem, send, cancel }
}

const failure = msg`The image could not be uploaded. Check your connection and try again.`
