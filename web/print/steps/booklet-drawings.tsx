import { Arrow, Scissors } from './drawing-parts.tsx'
import css from './steps.module.css'

/** Three lying sheets; what is printed on the lowest looks down. */
export const pile = (
  <>
    <path className={css.shade} d="M38 46h112v80H38z" />
    <path className={css.paper} d="M32 40h112v80H32z" />
    <path className={css.ink} d="M32 114h56v6H32z" />
    <path className={css.paper} d="M42 29h112v80H42z" />
    <path className={css.paper} d="M52 18h112v80H52z" />
    <path className={css.edge} d="M32 40h112v80H32z" />
    <path className={css.covered} d="M42 29h112v80H42z" />
    <path className={css.covered} d="M52 18h112v80H52z" />
    <path className={css.fold} d="M108 18v80" />
  </>
)

/** The right half comes over the left. */
export const foldInMiddle = (
  <>
    <path className={css.shade} d="M40 42h64v84H40z" />
    <path className={css.paper} d="M34 36h66v84H34zM36 33h64v84H36z" />
    <path className={css.ink} d="M100 33l44-20v84l-44 20z" />
    <path className={css.edge} d="M100 33l44-20v84l-44 20z" />
    <path className={css.fold} d="M100 33v84" />
    <Arrow path="M170 60q-16-52-84-40" head="M86 20l12-5M86 20l10 8" />
  </>
)

/** Opened, its outside up. */
export const staple = (
  <>
    <path className={css.shade} d="M38 34h136v92H38z" />
    <path className={css.paper} d="M32 28h136v92H32z" />
    <path className={css.ink} d="M100 28h68v92h-68z" />
    <path className={css.ink2} d="M114 46h40v30h-40z" />
    <path className={css.edge} d="M32 28h136v92H32zM114 90h40M114 100h24" />
    <path className={css.fold} d="M100 28v92" />
    <path className={css.staple} d="M100 44v16M100 88v16" />
  </>
)

/** Closed; inner pages stand out until the knife has passed. */
export const trim = (
  <>
    <path className={css.shade} d="M70 30h80v96H70z" />
    <path className={css.paper} d="M64 24h78v92H64zM64 24h74v94H64zM64 24h70v96H64z" />
    <path className={css.ink} d="M64 24h70v96H64z" />
    <path className={css.ink2} d="M76 42h42v32H76z" />
    <path className={css.edge} d="M64 24h70v96H64zM76 88h42M76 98h26" />
    <path className={css.staple} d="M64 42v14M64 86v14" />
    <path className={css.cut} d="M128 36v96" />
    <g transform="translate(128 36) rotate(-90)">
      <Scissors />
    </g>
  </>
)
