import css from './steps.module.css'

/** Standing sheets, the first on top, stapled at the side where reading begins. */
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
