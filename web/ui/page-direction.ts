/** The direction of the site's own texts. Only for what opens in a browser. */
export const pageDirection = () => (globalThis.document?.documentElement.dir === 'rtl' ? 'rtl' : 'ltr')
