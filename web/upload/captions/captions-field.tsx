import { i18n } from '@lingui/core'
import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useId } from 'react'
import { captionsBytes, captionTracks } from '#contract/limits.ts'
import { LanguageField } from '#web/details/language-field.tsx'
import { languageName } from '#web/details/language-names.ts'
import list from '#web/details/list-field.module.css'
import { Announce } from '#web/ui/announce.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { FileInput } from '../pages/file-input.tsx'
import css from './captions-field.module.css'
import { type Captions, useCaptions } from './use-captions.ts'

type Props = {
  captions: readonly Captions[]
  busy: boolean
  onChange: (captions: Captions[]) => void
}

/** The captions of a video, one file for each language. */
export function CaptionsField({ captions, busy, onChange }: Props) {
  const { t } = useLingui()
  const removedId = useId()
  const { language, problem, removed, announcement, group, ...on } = useCaptions(captions, onChange)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no space for the label of its first field
    <div className={css.captions} role="group" aria-label={t`Captions`} tabIndex={-1} ref={group}>
      {captions.length < captionTracks && (
        <LanguageField
          label={t`Captions`}
          mark={t`optional`}
          hint={t`One file for each language: WebVTT or SRT, at most ${ph({ captionsBytes: captionsBytes / 1000 })} kB.`}
          emptyLabel={t`Choose a language`}
          language={language}
          disabled={busy}
          {...(problem && { error: problem })}
          onChange={on.chooseLanguage}
        >
          <FileInput
            label={t`Add captions`}
            className={buttonClass({ look: 'second' })}
            accept=".vtt,.srt,text/vtt"
            disabled={busy}
            onChoose={([file]) => file && void on.addFile(file)}
          >{t`Add captions`}</FileInput>
        </LanguageField>
      )}
      {captions.length > 0 && (
        <ul className={list.entries} aria-label={t`Languages of the captions`}>
          {captions.map((each) => (
            <li key={each.language}>
              {languageName(i18n.locale, each.language)}
              <button
                type="button"
                aria-label={t`Remove the captions in ${ph({ language: languageName(i18n.locale, each.language) })}`}
                disabled={busy}
                onClick={() => on.remove(each)}
              >
                <X className="ico" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {removed && (
        <p className={css.removed}>
          <span id={removedId}>
            <Trans>The captions in {ph({ language: languageName(i18n.locale, removed.language) })} were removed.</Trans>
          </span>
          <Button
            ref={focusOnce}
            look="second"
            size="small"
            aria-describedby={removedId}
            disabled={busy}
            onClick={on.restore}
          >{t`Put them back`}</Button>
        </p>
      )}
      <Announce>{announcement}</Announce>
    </div>
  )
}

/** The button that had the focus is gone. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus()
