import { openerAt } from './dialogs/focused-opener.ts'

/** What a press needs is asked for within this long, in milliseconds; what comes later is of something else. */
const recent = 3_000
/** How long, in milliseconds, the rest waits for what was pressed. */
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

/** What a press waits for, mostly its code: until it is there, the control that was pressed looks busy. */
export function waiting<Thing>(work: Promise<Thing>): Promise<Thing> {
  const control = pressed && performance.now() - pressed.at < recent ? pressed.control : null
  control?.setAttribute('aria-busy', 'true')
  const done = work.finally(() => control?.removeAttribute('aria-busy'))
  waits = Promise.allSettled([waits, done])
  return done
}

/** What was pressed first is fetched first: settles when nothing pressed is being waited for, or for too long. */
export async function whenQuiet() {
  // A press that was held is only now repeated.
  await new Promise((later) => setTimeout(later))
  await Promise.race([waits, new Promise((later) => setTimeout(later, longest))])
}

/** Whether the line is slow or to be spared (`entry-inline.ts`): what nobody asked for is not fetched then. */
export const isLineSpared = () => ['slow', 'spared'].includes(document.documentElement.dataset.line ?? '')
