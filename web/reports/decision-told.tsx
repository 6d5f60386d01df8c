import type { Decision } from '#contract/moderation.ts'
import { useMounted } from '#web/ui/use-mounted.ts'
import { useTextLanguage } from '#web/ui/use-text-language.ts'
import css from './decisions.module.css'

const told: Record<Decision['act'], (title: string) => string> = {
  'zine hidden': (title) => `${title} is hidden`,
  'zine restored': (title) => `${title} is shown again`,
  'zine kept': (title) => `${title} stays as it is`,
  'zine removed': (title) => `${title} was removed`,
  'member suspended': () => 'Your account is suspended',
  'member restored': () => 'Your account is back',
}

export const toldOf = ({ act, title }: Pick<Decision, 'act' | 'title'>) => told[act](`“${title ?? 'A zine'}”`)

const date = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

/** Where the visitor is, which the server does not know. */
export function Day({ at }: { at: string }) {
  const mounted = useMounted()
  return <time dateTime={at}>{mounted ? date.format(new Date(at)) : at.slice(0, 10)}</time>
}

export function Reason({ reason }: { reason: string }) {
  const language = useTextLanguage(reason)
  if (!reason) return null
  return (
    <blockquote className={css.reason}>
      <p {...language}>{reason}</p>
    </blockquote>
  )
}

export function Replied({ decision: { reply, repliedAt } }: { decision: Decision }) {
  const language = useTextLanguage(reply ?? '')
  if (reply === null) return null
  return (
    <div className={css.replied}>
      <p className="meta">
        You answered
        {repliedAt && (
          <>
            {' '}
            on <Day at={repliedAt} />
          </>
        )}
      </p>
      <p className={css.words} {...language}>
        {reply}
      </p>
    </div>
  )
}
