import css from './steps.module.css'

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

/** Folded in half with the fold on the right: the cut goes through both layers. */
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

/** A strip of two layers. The slit opens at its lower edge. */
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

/** The sheet from above: four arms, pushed in from both sides. */
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

export const closedZine = (
  <>
    <path className={css.shade} d="M74 27h74v98H74z" />
    <path className={css.paper} d="M66 22h74v93H66zM66 22h70v95H66zM66 22h66v98H66z" />
    <path className={css.ink} d="M66 22h66v98H66z" />
    <path className={css.ink2} d="M78 40h42v34H78z" />
    <path className={css.edge} d="M66 22h66v98H66zM78 88h42M78 98h26" />
  </>
)

export const pile = (
  <>
    <path className={css.shade} d="M38 46h112v80H38z" />
    <path className={css.paper} d="M32 40h112v80H32z" />
    <path className={css.ink} d="M32 114h56v6H32z" />
    <path className={css.paper} d="M42 29h112v80H42z" />
    <path className={css.paper} d="M52 18h112v80H52z" />
    <path className={css.edge} d="M32 40h112v80H32z" />
    <path className={css.hidden} d="M42 29h112v80H42z" />
    <path className={css.hidden} d="M52 18h112v80H52z" />
    <path className={css.fold} d="M108 18v80" />
  </>
)

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

/** The closed booklet. Inner pages stick out until they are trimmed. */
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

/** Upright sheets, the first on top, stapled on the side where reading starts. */
export const singleSheets = (
  <>
    <path className={css.shade} d="M72 26h72v104H72z" />
    <path className={css.paper} d="M74 22h72v100H74zM70 19h72v102H70zM66 16h72v104H66z" />
    <path className={css.ink} d="M66 16h72v104H66z" />
    <path className={css.ink2} d="M80 36h44v34H80z" />
    <path className={css.edge} d="M66 16h72v104H66zM80 86h44M80 96h28" />
    <path className={css.staple} d="M71 34v14M71 88v14" />
  </>
)

export const tallPile = (
  <>
    <path className={css.shade} d="M62 36h72v96H62z" />
    <path className={css.paper} d="M56 30h72v96H56z" />
    <path className={css.ink} d="M56 30h6v96h-6z" />
    <path className={css.paper} d="M65 21h72v96H65z" />
    <path className={css.paper} d="M74 12h72v96H74z" />
    <path className={css.edge} d="M56 30h72v96H56z" />
    <path className={css.hidden} d="M65 21h72v96H65z" />
    <path className={css.hidden} d="M74 12h72v96H74z" />
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

/** Open scissors that cut to the left, with the tips at the origin. */
export function Scissors() {
  return (
    <g className={css.scissors}>
      <path d="M0-5l22 9M0 5l22-9" />
      <circle cx="27" cy="-6" r="4.5" />
      <circle cx="27" cy="6" r="4.5" />
    </g>
  )
}

export function Arrow({ path, head }: { path: string; head: string }) {
  return <path className={css.arrow} d={path + head} />
}
