import { Arrow, Scissors } from './drawing-parts.tsx'
import css from './steps.module.css'

/** A lying sheet with its eight pages, the cover in ink. */
export const eighths = (
  <>
    <path className={css.shade} d="M35 27h140v98H35z" />
    <path className={css.paper} d="M30 22h140v98H30z" />
    <path className={css.ink} d="M65 22h35v49H65z" />
    <path className={css.ink2} d="M30 22h35v49H30z" />
    <path className={css.fold} d="M65 22v98M100 22v98M135 22v98M30 71h140" />
    <path className={css.edge} d="M30 22h140v98H30z" />
  </>
)

/** Halved, the fold on the right: what is cut is both layers. */
export const cutSlit = (
  <>
    <path className={css.shade} d="M61 30h70v98H61z" />
    <path className={css.paper} d="M53 19h70v98H53zM56 22h70v98H56z" />
    <path className={css.ink} d="M91 22h35v49H91z" />
    <path className={css.ink2} d="M56 22h35v49H56z" />
    <path className={css.fold} d="M91 22v98M56 71h35" />
    <path className={css.edge} d="M56 22h70v98H56z" />
    <path className={css.cut} d="M126 71H91" />
    <g transform="translate(128 71)">
      <Scissors />
    </g>
  </>
)

/** A strip two layers thick; the slit gapes at its lower edge. */
export const lengthwise = (
  <>
    <path className={css.shade} d="M35 49h140v50H35z" />
    <path className={css.paper} d="M34 40h140v50H34z" />
    <path className={css.paper} d="M30 44h140v50h-35q-35-14-70 0H30z" />
    <path className={css.ink} d="M65 44h35v43q-19 1-35 7z" />
    <path className={css.ink2} d="M30 44h35v50H30z" />
    <path className={css.fold} d="M65 44v50M100 44v43M135 44v50" />
    <path className={css.edge} d="M30 44h140v50h-35q-35-14-70 0H30z" />
    <Arrow path="M182 112q16-28-4-60" head="M178 52l-4 11M178 52l12 4" />
  </>
)

/** From above: four arms, pushed in from both sides. */
export const cross = (
  <>
    <path className={css.shade} d="M52 96l56 10 54-10 4 4-58 12-60-12z" />
    <path className={css.paper} d="M100 50l22-26v46l-22 28z" />
    <path className={css.paper} d="M100 50l54-8v48l-54 8z" />
    <path className={css.ink2} d="M100 50l-54-8v48l54 8z" />
    <path className={css.edge} d="M100 50l-54-8v48l54 8z" />
    <path className={css.ink} d="M100 50l-22 26v46l22-24z" />
    <path className={css.edge} d="M100 50l-22 26v46l22-24z" />
    <Arrow path="M10 66h26" head="M36 66l-9-7M36 66l-9 7" />
    <Arrow path="M190 66h-26" head="M164 66l9-7M164 66l9 7" />
  </>
)

/** Done: the cover, and the pages behind it. */
export const closedZine = (
  <>
    <path className={css.shade} d="M74 27h74v98H74z" />
    <path className={css.paper} d="M66 22h74v93H66zM66 22h70v95H66zM66 22h66v98H66z" />
    <path className={css.ink} d="M66 22h66v98H66z" />
    <path className={css.ink2} d="M78 40h42v34H78z" />
    <path className={css.edge} d="M66 22h66v98H66zM78 88h42M78 98h26" />
  </>
)
