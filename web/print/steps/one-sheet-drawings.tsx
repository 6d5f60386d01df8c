import { Arrow, Scissors } from './drawings.tsx'
import css from './steps.module.css'

/** Scissors that cut to the right. */
const ScissorsRight = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y}) scale(-1 1)`}>
    <Scissors />
  </g>
)

export const sixteenths = (
  <>
    <path className={css.shade} d="M63 15h84v116H63z" />
    <path className={css.paper} d="M58 10h84v116H58z" />
    <path className={css.ink} d="M79 10h21v29H79z" />
    <path className={css.ink2} d="M58 10h21v29H58z" />
    <path className={css.fold} d="M79 10v116M100 10v116M121 10v116M58 39h84M58 68h84M58 97h84" />
    <path className={css.edge} d="M58 10h84v116H58z" />
  </>
)

/** The lower half is behind. Both layers are cut to the last column. */
export const cutBothLayers = (
  <>
    <path className={css.shade} d="M67 31h106v82H67z" />
    <path className={css.paper} d="M64 27h104v80H64z" />
    <path className={css.paper} d="M60 24h104v80H60z" />
    <path className={css.ink} d="M86 24h26v40H86z" />
    <path className={css.ink2} d="M60 24h26v40H60z" />
    <path className={css.fold} d="M86 24v80M112 24v80M138 24v80M138 64h26" />
    <path className={css.edge} d="M60 24h104v80H60z" />
    <path className={css.cut} d="M60 64h78" />
    <ScissorsRight x={58} y={64} />
    <Arrow path="M180 112q14-30-4-62" head="M176 50l-3 11M176 50l11 6" />
  </>
)

/** The sheet with its first two cuts open, and the third from the other edge. */
export const cutBack = (
  <>
    <path className={css.shade} d="M53 15h84v116H53z" />
    <path className={css.paper} d="M48 10h84v116H48z" />
    <path className={css.ink} d="M69 10h21v29H69z" />
    <path className={css.ink2} d="M48 10h21v29H48z" />
    <path className={css.fold} d="M69 10v116M90 10v116M111 10v116M111 39h21M48 68h21M111 97h21" />
    <path className={css.edge} d="M48 10h84v116H48zM48 39h63M48 97h63" />
    <path className={css.cut} d="M132 68H69" />
    <g transform="translate(134 68)">
      <Scissors />
    </g>
  </>
)

/** The strip winds through four rows. Its end is folded first. */
export const foldWinding = (
  <>
    <path className={css.shade} d="M65 13h84v24h-21v5h21v24H86v5h63v25h-21v4h21v27H86V97H65V69h63v-3H65V37z" />
    <path className={css.paper} d="M60 8h84v56H81v6h63v56H81v-26h47v-6H60V40h68v-6H60z" />
    <path className={css.ink} d="M81 8h21v26H81z" />
    <path className={css.ink2} d="M60 8h21v26H60z" />
    <path
      className={css.fold}
      d="M81 8v26M102 8v26M123 8v26M81 40v24M102 40v24M123 40v24M81 70v24M102 70v24M123 70v24M102 100v26M123 100v26"
    />
    <path className={css.edge} d="M60 8h84v56H81v6h63v56H81v-26h47v-6H60V40h68v-6H60z" />
    <path className={css.paper} d="M81 100l-16-10v26l16 10z" />
    <Arrow path="M56 100q4-22 34-16" head="M90 84l-11-6M90 84l-9 8" />
  </>
)

/** The pile under the cover, with the back on its way around the spine. */
export const wrapBack = (
  <>
    <path className={css.shade} d="M84 30h78v98H84z" />
    <path className={css.paper} d="M76 25h78v96H76zM76 23h75v97H76zM76 21h72v98H76z" />
    <path className={css.ink2} d="M76 20L46 34v98l30-14z" />
    <path className={css.edge} d="M76 20L46 34v98l30-14z" />
    <path className={css.ink} d="M76 20h70v98H76z" />
    <path className={css.edge} d="M76 20h70v98H76zM88 86h42M88 96h26" />
    <path className={css.ink2} d="M88 38h42v34H88z" />
    <Arrow path="M30 96q-2 36 34 40" head="M64 136l-11-6M64 136l-10 4" />
  </>
)

/** Creases between so many panels of equal width. */
const creases = (panels: number, left: number, width: number, top: number, height: number) =>
  Array.from({ length: panels - 1 }, (_, index) => `M${left + ((index + 1) * width) / panels} ${top}v${height}`).join(
    '',
  )

export const cutLengthwise = (panels: number) => (
  <>
    <path className={css.shade} d="M45 27h140v98H45z" />
    <path className={css.paper} d="M40 22h140v98H40z" />
    <path className={css.ink} d={`M40 22h${140 / panels}v49H40z`} />
    <path className={css.fold} d={creases(panels, 40, 140, 22, 98)} />
    <path className={css.edge} d="M40 22h140v98H40z" />
    <path className={css.cut} d="M40 71h140" />
    <ScissorsRight x={38} y={71} />
  </>
)

export const stripsApart = (
  <>
    <path className={css.shade} d="M35 19h140v49H35zM35 83h140v49H35z" />
    <path className={css.paper} d="M30 14h140v49H30zM30 78h140v49H30z" />
    <path className={css.ink} d="M30 14h35v49H30zM30 78h35v49H30z" />
    <path className={css.ink2} d="M135 14h35v49h-35zM135 78h35v49h-35z" />
    <path className={css.fold} d="M65 14v49M100 14v49M135 14v49M65 78v49M100 78v49M135 78v49" />
    <path className={css.edge} d="M30 14h140v49H30zM30 78h140v49H30z" />
  </>
)

/** The lower strip moves beside the upper one. */
export const tapeStrips = (panels: number) => (
  <>
    <path className={css.shade} d="M16 45h176v32H16z" />
    <path className={css.paper} d="M12 40h176v32H12z" />
    <path className={css.ink} d={`M12 40h${88 / panels}v32H12z`} />
    <path className={css.ink2} d={`M188 40h${-88 / panels}v32H188z`} />
    <path className={css.fold} d={creases(2 * panels, 12, 176, 40, 32)} />
    <path className={css.edge} d="M12 40h176v32H12zM100 40v32" />
    <path className={css.staple} d="M100 46v20" />
    <path className={css.hidden} d="M12 90h88v32H12z" />
    <Arrow path="M106 108q40 6 42-24" head="M148 84l-8 9M148 84l6 10" />
  </>
)

/** Half folded: the pile grows under the cover. */
export const fan = (
  <>
    <path className={css.shade} d="M20 44l32 16 30-16 30 16 30-16 46 6v62l-46-6-30 16-30-16-30 16-32-16z" />
    <path className={css.paper} d="M14 36l30 16v66l-30-16z" />
    <path className={css.ink} d="M14 36l30 16v66l-30-16z" />
    <path
      className={css.paper}
      d="M44 52l28-16v66l-28 16zM72 36l28 16v66l-28-16zM100 52l28-16v66l-28 16zM128 36l28 16v66l-28-16z"
    />
    <path className={css.ink2} d="M156 52l28-16v66l-28 16z" />
    <path
      className={css.edge}
      d="M14 36l30 16 28-16 28 16 28-16 28 16 28-16v66l-28 16-28-16-28 16-28-16-28 16-30-16z"
    />
    <Arrow path="M10 16h34" head="M44 16l-9-7M44 16l-9 7" />
    <Arrow path="M190 16h-34" head="M156 16l9-7M156 16l9 7" />
  </>
)

/** The pages are outside. The upper half goes behind the lower one. */
export const foldUpperBack = (
  <>
    <path className={css.shade} d="M65 72h80v60H65z" />
    <path className={css.paper} d="M60 66L74 24h72l-6 42z" />
    <path className={css.fold} d="M100 66l10-42" />
    <path className={css.paper} d="M60 66h80v58H60z" />
    <path className={css.ink} d="M100 66h40v58h-40z" />
    <path className={css.ink2} d="M60 66h40v58H60z" />
    <path className={css.fold} d="M100 66v58" />
    <path className={css.edge} d="M60 66L74 24h72l-6 42M60 66h80v58H60z" />
    <Arrow path="M152 18q30 12 20 52" head="M172 70l-6-10M172 70l9-8" />
  </>
)

/** The half with the back goes behind the cover. */
export const foldLeftBack = (
  <>
    <path className={css.shade} d="M105 39h50v84h-50z" />
    <path className={css.ink2} d="M100 32L58 20v80l42 16z" />
    <path className={css.edge} d="M100 32L58 20v80l42 16z" />
    <path className={css.paper} d="M100 30h52v84h-52z" />
    <path className={css.ink} d="M100 32h50v84h-50z" />
    <path className={css.edge} d="M100 32h50v84h-50zM112 88h28M112 98h18" />
    <path className={css.ink2} d="M112 46h28v28h-28z" />
    <Arrow path="M44 44q-8-36 50-34" head="M94 10l-11-6M94 10l-9 8" />
  </>
)

/** A card that stands slightly open. */
export const card = (
  <>
    <path className={css.shade} d="M76 34l70 2v92l-70-4z" />
    <path className={css.paper} d="M68 22l74-6v96l-74 8z" />
    <path className={css.paper} d="M68 22l72-2v96l-72 4z" />
    <path className={css.ink} d="M68 22l64 8v100l-64-10z" />
    <path className={css.edge} d="M68 22l64 8v100l-64-10zM80 88l40 5M80 98l24 3" />
    <path className={css.ink2} d="M80 40l40 5v34l-40-5z" />
  </>
)

export const slitPoster = (
  <>
    <path className={css.shade} d="M35 27h140v98H35z" />
    <path className={css.paper} d="M30 22h140v98H30z" />
    <path className={css.ink2} d="M36 28h128v86H36z" />
    <path className={css.ink} d="M100 34l10 26h28l-22 16 8 28-24-17-24 17 8-28-22-16h28z" />
    <path className={css.fold} d="M65 22v98M100 22v98M135 22v98M30 71h35M135 71h35" />
    <path className={css.edge} d="M30 22h140v98H30zM65 71h70" />
  </>
)

export const openPoster = (
  <>
    <path className={css.shade} d="M65 15h80v116H65z" />
    <path className={css.paper} d="M60 10h80v116H60z" />
    <path className={css.ink2} d="M66 16h68v104H66z" />
    <path className={css.ink} d="M100 32l9 24h25l-20 15 7 26-21-16-21 16 7-26-20-15h25z" />
    <path className={css.fold} d="M100 10v116M60 68h80" />
    <path className={css.edge} d="M60 10h80v116H60z" />
  </>
)
