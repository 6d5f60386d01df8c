import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId } from 'react'
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { useMounted } from '#web/ui/use-mounted.ts'
import css from './setting.module.css'

type SettingProps = { title: string; hint?: ReactNode; hazard?: boolean; children: ReactNode }

export function Setting({ title, hint, hazard, children }: SettingProps) {
  const id = useId()
  return (
    <section
      className={hazard ? `${css.setting} ${css.hazard}` : css.setting}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <div>
        <h2 id={id}>{title}</h2>
        {hint && <p className={css.hint}>{hint}</p>}
      </div>
      <div className={css.do}>{children}</div>
    </section>
  )
}

export const settingAround = (control: Element | null) =>
  control?.closest<HTMLElement>('section[tabindex]') ?? null

type SettingReadProps<Answer> = {
  query: UseQueryOptions<Answer, Error, Answer, [path: string]>
  what: string
  children: (answer: Answer) => ReactNode
}

export function SettingRead<Answer>({ query, what, children }: SettingReadProps<Answer>) {
  const { data, isError, isPaused, refetch } = useQuery(query)
  return data ? children(data) : <Unread what={what} hasFailed={isError || isPaused} retry={refetch} />
}

type UnreadProps = { what: string; hasFailed: boolean; retry: () => unknown }

export function Unread({ what, hasFailed, retry }: UnreadProps) {
  const tryAgain = (button: HTMLElement) => {
    settingAround(button)?.focus()
    retry()
  }
  if (!hasFailed) {
    return (
      <p className="meta" role="status">
        Loading {what}...
      </p>
    )
  }
  return (
    <>
      <p role="status">Could not load {what}. Check the connection, then try again.</p>
      <Button look="second" onClick={({ currentTarget }) => tryAgain(currentTarget)}>
        Try again<span className="sr"> to load {what}</span>
      </Button>
    </>
  )
}

type SettingFormProps<Draft extends FieldValues> = {
  form: UseFormReturn<Draft>
  action: string
  busyAction: string
  isInvalid: boolean
  save: (draft: Draft) => Promise<unknown>
  onInvalid: (errors: FieldErrors<Draft>) => void
  children: ReactNode
}

/** Renders a plain button until hydration, so that a native submit cannot put fields into the address. */
export function SettingForm<Draft extends FieldValues>({ form, children, ...rest }: SettingFormProps<Draft>) {
  const mounted = useMounted()
  const { isSubmitting, errors } = form.formState
  const submit = form.handleSubmit(rest.save, rest.onInvalid)
  const submitOnce = (event: FormEvent) => {
    event.preventDefault()
    if (!isSubmitting) void submit(event)
  }
  return (
    <form noValidate method="post" onSubmit={submitOnce}>
      {children}
      {errors.root && (
        <p className="error" role="alert">
          {errors.root.message}
        </p>
      )}
      <button
        type={mounted ? 'submit' : 'button'}
        className={buttonClass({ look: 'second' })}
        aria-disabled={rest.isInvalid || isSubmitting || undefined}
      >
        {isSubmitting ? rest.busyAction : rest.action}
      </button>
    </form>
  )
}
