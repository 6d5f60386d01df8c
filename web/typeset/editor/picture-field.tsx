import { i18n } from '@lingui/core'
import { msg, ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import * as limits from '#contract/limits.ts'
import { addressAtWidth } from '#contract/media-address.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { altLanguageOf } from '#contract/text-language.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Problem, TextField } from '#web/ui/forms/field.tsx'
import { FileInput } from '#web/upload/pages/file-input.tsx'
import { fileSender, type Progress } from '#web/upload/sending/send-file.ts'
import { pictureProblem } from '#web/upload/upload-rules.ts'
import { useTask } from '../use-task.ts'
import css from './page-maker.module.css'

export type DraftPicture = { url: string; altText: string }
type Picture = PageRecipe['pictures'][number]

type Props = {
  /** Of several pictures. */
  number?: number
  picture: Picture
  pictures: readonly DraftPicture[]
  onChange: (picture: Picture) => void
  /** Called with 1 when a picture starts to be sent, and with -1 when it ends. */
  onSending: (change: 1 | -1) => void
}

/** A picture from the device or from the table, with its description. */
export function PictureField({ number, picture, pictures, onChange, onSending }: Props) {
  const { t } = useLingui()
  const { status, problem, send, cancel } = useSendPicture((url) => onChange({ url, altText: '' }))
  const isSending = status !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it starts and ends
  useEffect(() => {
    if (!isSending) return
    onSending(1)
    return () => onSending(-1)
  }, [isSending])
  const thing = number ? t`image ${number}` : t`image`
  return (
    <div className={css.picture}>
      {picture && (
        <img
          src={addressAtWidth(picture.url, 400)}
          alt={picture.altText || (number ? t`Image ${number}` : t`Image`)}
          {...altLanguageOf(picture.altText)}
        />
      )}
      <div className={css.row}>
        <FileInput
          label={picture ? t`Replace ${thing}` : t`Choose ${thing}`}
          className={buttonClass({ look: 'second', size: 'small' })}
          accept="image/*"
          single
          disabled={status !== undefined}
          onChoose={([file]) => file && send(file)}
        >
          {picture ? t`Replace` : t`Choose an image`}
        </FileInput>
        {picture && (
          <Button
            look="second"
            size="small"
            aria-label={t`Remove ${thing}`}
            onClick={() => onChange(null)}
          >{t`Remove`}</Button>
        )}
        {status && <Button look="second" size="small" onClick={cancel}>{t`Cancel`}</Button>}
      </div>
      {status && <p role="status">{status === 'paused' ? t`Waiting for a connection` : t`Uploading the image…`}</p>}
      <Problem>{problem}</Problem>
      {!picture && pictures.length > 0 && (
        <details>
          <summary>{t`Or use one from the layout table`}</summary>
          <div className={css.pictures}>
            {pictures.map(({ url, altText }, index) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: the same picture can be there twice
                key={index}
                type="button"
                onClick={() => onChange({ url, altText: altText.slice(0, limits.recipePictureAltText) })}
              >
                <img
                  src={addressAtWidth(url, 400)}
                  alt={altText || t`Page ${ph({ number: index + 1 })}`}
                  {...altLanguageOf(altText)}
                  loading="lazy"
                />
              </button>
            ))}
          </div>
        </details>
      )}
      {picture && (
        <TextField
          label={number ? t`What image ${number} shows` : t`What the image shows`}
          mark={t`for people who cannot see it`}
          maxLength={limits.recipePictureAltText}
          value={picture.altText}
          onChange={({ target }) => onChange({ ...picture, altText: target.value })}
        />
      )}
    </div>
  )
}

function useSendPicture(onSent: (url: string) => void) {
  const [status, setStatus] = useState<Progress['status']>()
  const { isRunning, problem, setProblem, run, cancel } = useTask({ onDone: onSent, failure: i18n._(failure) })
  function send(file: File) {
    const refusal = pictureProblem(file)
    if (refusal) return setProblem(refusal)
    setStatus('sending')
    void run(async (signal) => (await fileSender(file).send(signal, (progress) => setStatus(progress.status))).url)
  }
  return { status: isRunning ? status : undefined, problem, send, cancel }
}

const failure = msg`The image could not be uploaded. Check your connection and try again.`
