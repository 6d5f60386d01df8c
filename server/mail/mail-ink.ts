/** The colours of the site's pages, in the two inks of mail. */
export const ink = {
  paper: '#f3ecdc',
  sheet: '#fbf7ec',
  sunk: '#e8dfca',
  ink: '#1c1916',
  soft: '#5b5347',
  edge: '#7d7262',
  green: '#00a95c',
  blue: '#0078bf',
  link: '#005a92',
}

/** The same sheet with the lights off. Clients that know no dark mode of ours keep the inline colours, or turn them. */
export const darkMail = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.paper { background: #14120e !important; }
.sheet { background: #1f1b15 !important; border-color: #f4ead5 !important; box-shadow: 6px 6px 0 #2fcb83 !important; }
.sunk { background: #0c0a08 !important; }
.ink { color: #f4ead5 !important; }
.soft { color: #bdb29c !important; }
.link { color: #7cc8fb !important; }
.tear { border-color: #8f8472 !important; }
.slip { text-shadow: 2px 2px 0 #1a764b !important; }
.button { background: #f4ead5 !important; }
.button a { color: #14120e !important; border-color: #f4ead5 !important; }
.green { background: #2fcb83 !important; }
.blue { background: #35a7f2 !important; }
}
`
