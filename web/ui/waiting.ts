import { openerAt } from './dialogs/focused-opener.ts'

const recent = 3_000
const longest = 10_000

let pressed: { control: Element | null; at: number } | undefined
let waits: Promise<unknown> = Promise.resolve()

export function followPresses(page: Document) {
  const press = ({ target }: Event) => {
    const control =
      target instanceof Element ? openerAt(target.closest('a, button, [role="menuitem"]')) : null
    pressed = { control, at: performance.now() }
  }
  page.addEventListener('click', press, true)
  return () => page.removeEventListener('click', press, true)
}

/** Marks the clicked control as busy until the work settles. */
export function waiting<Thing>(work: Promise<Thing>): Promise<Thing> {
  const control = pressed && performance.now() - pressed.at < recent ? pressed.control : null
  control?.setAttribute('aria-busy', 'true')
  const done = work.finally(() => control?.removeAttribute('aria-busy'))
  waits = Promise.allSettled([waits, done])
  return done
}

/** Gives clicks priority: resolves when no click is pending, or after a time limit. */
export async function whenQuiet() {
  // Waits for one task, because an early click is replayed only then.
  await new Promise((later) => setTimeout(later))
  await Promise.race([waits, new Promise((later) => setTimeout(later, longest))])
}

/** Whether the connection is slow or the visitor saves data (`entry-inline.ts`). Then load nothing optional. */
export const isLineSpared = () => ['slow', 'spared'].includes(document.documentElement.dataset.line ?? '')
