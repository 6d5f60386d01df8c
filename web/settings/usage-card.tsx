import { type CSSProperties, useId } from 'react'
import { formatCount, formatNumber } from '#web/ui/number.ts'
import css from './setting.module.css'
import { Setting, SettingRead } from './setting.tsx'
import { usageQuery } from './setting-calls.ts'

type UsageShare = { used: number; most: number }

export const UsageCard = () => (
  <Setting title="Space" hint="How much of your storage you use.">
    <SettingRead query={usageQuery} what="your storage">
      {({ bytes, zines, projects, texts, focusSessions, shelves }) => (
        <>
          <SpaceBar {...bytes} />
          <ul className={`meta ${css.counts}`}>
            <Count {...zines} noun="zine" />
            <Count {...projects} noun="project" />
            {texts.used > 0 && <li>{ofMb(texts)} of text</li>}
            <Count {...focusSessions} noun="focus session" />
            {shelves.used > 0 && (
              <li>
                {formatNumber(shelves.used)} of {formatNumber(shelves.most)} shelves
              </li>
            )}
          </ul>
        </>
      )}
    </SettingRead>
  </Setting>
)

function SpaceBar({ used, most }: UsageShare) {
  const id = useId()
  const text = `${ofMb({ used, most })} used`
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

const Count = ({ used, most, noun }: UsageShare & { noun: string }) =>
  used > 0 && (
    <li>
      {formatNumber(used)} of {formatCount(most, noun)}
    </li>
  )

const bytesPerMb = 1024 * 1024

const ofMb = ({ used, most }: UsageShare) => `${inMb(used)} of ${inMb(most)} MB`

const inMb = (bytes: number) =>
  bytes > 0 && bytes < bytesPerMb ? 'under 1' : formatNumber(Math.round(bytes / bytesPerMb))
