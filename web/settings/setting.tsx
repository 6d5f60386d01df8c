import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId } from 'react'
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { useMounted } from '#web/ui/use-mounted.ts'
import css from './setting.module.css'
import { loadTexts } from './setting-load-texts.tsx'

type SettingProps = { title: string; hint?: ReactNode; hazard?: boolean; children: ReactNode }

export function Setting({ title, hint, hazard, children }: SettingProps) {
  const id = useId()
  return (
    <section className={hazard ? `${css.setting} ${css.hazard}` : css.setting} aria-labelledby={id} tabIndex={-1}>
      <div>
        <h2 id={id}>{title}</h2>
        {hint && <p className={css.hint}>{hint}</p>}
      </div>
      <div className={css.controls}>{children}</div>
    </section>
  )
}

export const closestSetting = (control: Element | null) => control?.closest<HTMLElement>('section[tabindex]') ?? null

type SettingReadProps<Data> = {
  query: UseQueryOptions<Data, Error, Data, [path: string]>
  what: keyof typeof loadTexts
  children: (data: Data) => ReactNode
}

export function SettingRead<Data>({ query, what, children }: SettingReadProps<Data>) {
  const { data, isError, isPaused, refetch } = useQuery(query)
  return data ? children(data) : <SettingLoadState what={what} hasFailed={isError || isPaused} retry={refetch} />
}

type SettingLoadStateProps = { what: keyof typeof loadTexts; hasFailed: boolean; retry: () => unknown }

export function SettingLoadState({ what, hasFailed, retry }: SettingLoadStateProps) {
  const focusAndRetry = (button: HTMLElement) => {
    closestSetting(button)?.focus()
    retry()
  }
  const { loading, failed, retry: retryLabel } = loadTexts[what]
  if (!hasFailed) {
    return (
      <p className="meta" role="status">
        {loading}
      </p>
    )
  }
  return (
    <>
      <p role="status">{failed}</p>
      <Button look="second" onClick={({ currentTarget }) => focusAndRetry(currentTarget)}>
        {retryLabel}
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
