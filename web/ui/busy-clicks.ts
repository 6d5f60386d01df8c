import { openerAt } from './dialogs/focused-opener.ts'

const maxClickAgeMs = 3_000
const maxWaitMs = 10_000

let pressed: { control: Element | null; at: number } | undefined
let pendingWork: Promise<unknown> = Promise.resolve()

export function trackClicks(page: Document) {
  const press = ({ target }: Event) => {
    const control = target instanceof Element ? openerAt(target.closest('a, button, [role="menuitem"]')) : null
    pressed = { control, at: performance.now() }
  }
  page.addEventListener('click', press, true)
  return () => page.removeEventListener('click', press, true)
}

/** Marks the clicked control as busy until the work settles. */
export function showBusyWhile<Result>(work: Promise<Result>): Promise<Result> {
  const control = pressed && performance.now() - pressed.at < maxClickAgeMs ? pressed.control : null
  control?.setAttribute('aria-busy', 'true')
  const done = work.finally(() => control?.removeAttribute('aria-busy'))
  pendingWork = Promise.allSettled([pendingWork, done])
  return done
}

/** Gives clicks priority: resolves when no click is pending, or after a time limit. */
export async function whenIdle() {
  // Waits for one task, because an early click is replayed only then.
  await new Promise((resolve) => setTimeout(resolve))
  await Promise.race([pendingWork, new Promise((resolve) => setTimeout(resolve, maxWaitMs))])
}

/** Whether the connection is slow or the visitor saves data (`entry-inline.ts`). Then load nothing optional. */
export const shouldSaveData = () => ['slow', 'save-data'].includes(document.documentElement.dataset.network ?? '')
