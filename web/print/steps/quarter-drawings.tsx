import { Arrow, Scissors } from './drawing-parts.tsx'
import css from './steps.module.css'

/** Three standing sheets; what is printed on the lowest looks down. */
export const tallPile = (
  <>
    <path className={css.shade} d="M62 36h72v96H62z" />
    <path className={css.paper} d="M56 30h72v96H56z" />
    <path className={css.ink} d="M56 30h6v96h-6z" />
    <path className={css.paper} d="M65 21h72v96H65z" />
    <path className={css.paper} d="M74 12h72v96H74z" />
    <path className={css.edge} d="M56 30h72v96H56z" />
    <path className={css.covered} d="M65 21h72v96H65z" />
    <path className={css.covered} d="M74 12h72v96H74z" />
    <path className={css.fold} d="M110 12v96" />
  </>
)

export const cutAcross = (
  <>
    <path className={css.shade} d="M68 20h76v108H68z" />
    <path className={css.paper} d="M62 14h76v108H62z" />
    <path className={css.fold} d="M100 14v108" />
    <path className={css.edge} d="M62 14h76v108H62z" />
    <path className={css.cut} d="M62 68h76" />
    <g transform="translate(60 68) scale(-1 1)">
      <Scissors />
    </g>
  </>
)

/** The lower half goes up and on top. */
export const halvesTogether = (
  <>
    <path className={css.shade} d="M68 20h76v50H68z" />
    <path className={css.paper} d="M62 14h76v50H62z" />
    <path className={css.fold} d="M100 14v50" />
    <path className={css.shade} d="M68 82h76v50H68z" />
    <path className={css.ink2} d="M62 76h76v50H62z" />
    <path className={css.fold} d="M100 76v50" />
    <path className={css.edge} d="M62 14h76v50H62zM62 76h76v50H62z" />
    <Arrow path="M150 100q30-30 0-60" head="M150 40l1 12M150 40l12 3" />
  </>
)

/** Each half goes its own way. */
export const halvesApart = (
  <>
    <path className={css.shade} d="M68 20h76v48H68z" />
    <path className={css.paper} d="M62 14h76v48H62z" />
    <path className={css.shade} d="M68 84h76v48H68z" />
    <path className={css.ink2} d="M62 78h76v48H62z" />
    <path className={css.fold} d="M100 14v48M100 78v48" />
    <path className={css.edge} d="M62 14h76v48H62zM62 78h76v48H62z" />
  </>
)
