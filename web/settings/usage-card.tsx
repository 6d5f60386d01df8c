import type { I18n } from '@lingui/core'
import { ph, plural, t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type CSSProperties, useId } from 'react'
import { formatNumber } from '#web/languages/formats.ts'
import css from './setting.module.css'
import { Setting, SettingRead } from './setting.tsx'
import { usageQuery } from './setting-calls.ts'

type UsageShare = { used: number; most: number }

export const UsageCard = () => {
  const { t, i18n } = useLingui()
  return (
    <Setting title={t`Space`} hint={t`How much of your storage you use.`}>
      <SettingRead query={usageQuery} what={t`your storage`}>
        {({ bytes, zines, projects, texts, focusSessions, shelves }) => (
          <>
            <SpaceBar {...bytes} />
            <ul className={`meta ${css.counts}`}>
              {zines.used > 0 && (
                <li>{t`${ph({ used: formatNumber(i18n.locale, zines.used) })} of ${plural(zines.most, { one: '# zine', other: '# zines' })}`}</li>
              )}
              {projects.used > 0 && (
                <li>{t`${ph({ used: formatNumber(i18n.locale, projects.used) })} of ${plural(projects.most, { one: '# project', other: '# projects' })}`}</li>
              )}
              {texts.used > 0 && (
                <li>
                  <Trans>{ph({ texts: ofMb(i18n, texts) })} of text</Trans>
                </li>
              )}
              {focusSessions.used > 0 && (
                <li>{t`${ph({ used: formatNumber(i18n.locale, focusSessions.used) })} of ${plural(focusSessions.most, { one: '# focus session', other: '# focus sessions' })}`}</li>
              )}
              {shelves.used > 0 && (
                <li>
                  <Trans>
                    {ph({ used: formatNumber(i18n.locale, shelves.used) })} of{' '}
                    {ph({ most: formatNumber(i18n.locale, shelves.most) })} shelves
                  </Trans>
                </li>
              )}
            </ul>
          </>
        )}
      </SettingRead>
    </Setting>
  )
}

function SpaceBar({ used, most }: UsageShare) {
  const { t, i18n } = useLingui()
  const id = useId()
  const text = t`${ph({ usedOfMost: ofMb(i18n, { used, most }) })} used`
  const percent = `${Math.min(100, (used / most) * 100)}%`
  return (
    <div className={css.storage}>
      <p id={id}>{text}</p>
      <meter className="sr" aria-labelledby={id} max={most} value={used}>
        {text}
      </meter>
      <div aria-hidden="true" className={css.bar} style={{ '--used': percent } as CSSProperties} />
    </div>
  )
}

const bytesPerMb = 1024 * 1024

const ofMb = (i18n: I18n, { used, most }: UsageShare) =>
  t(i18n)`${ph({ used: inMb(i18n, used) })} of ${ph({ most: inMb(i18n, most) })} MB`

const inMb = (i18n: I18n, bytes: number) =>
  bytes > 0 && bytes < bytesPerMb ? t(i18n)`under 1` : formatNumber(i18n.locale, Math.round(bytes / bytesPerMb))
