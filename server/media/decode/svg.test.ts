import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#contract/in-english.ts'
import { fixturePath } from '#tests/fixtures/fixture.ts'
import { damagedImageMessage, RejectedFileError } from './file-errors.ts'
import { sanitiseSvg } from './svg.ts'

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="30" height="20" ${attributes}>${inside}</svg>`
const sanitise = (text: string | Buffer) => sanitiseSvg(Buffer.from(text)).toString()
const pixels = (svgText: string | Buffer) => sharp(Buffer.from(svgText)).raw().toBuffer()

const fileUrl = 'file:///etc/passwd'
const doctypeWith = (declarations: string) => `<!DOCTYPE svg [${declarations}]>`
const entity = (name: string, text: string, otherDeclarations = '') =>
  doctypeWith(`<!ENTITY ${name} "${text}">${otherDeclarations}`)
/** A document of a few kilobytes that expands to `length` times `count` characters. */
const expandingEntities = (length: number, count: number) => entity('a', 'b'.repeat(length)) + svg('&a;'.repeat(count))
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const fromIllustrator = `<?xml version="1.0" encoding="iso-8859-1"?>
<!-- Generator: Adobe Illustrator 10, SVG Export Plug-In . SVG Version: 3.0.0 Build 77)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.0//EN" "http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd" [
	<!ENTITY ns_flows "http://ns.adobe.com/Flows/1.0/">
	<!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
	<!ENTITY ns_svg "http://www.w3.org/2000/svg">
	<!ENTITY ns_xlink "http://www.w3.org/1999/xlink">
]>
<svg xmlns:x="&ns_extend;" xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" xmlns:a="&ns_flows;" width="30" height="20">
<rect fill="#c02040" width="9" height="9"/></svg>`
const fromSodipodi = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 20010904//EN"
"http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd"
[
 <!ATTLIST svg
  xmlns:xlink CDATA #FIXED "http://www.w3.org/1999/xlink">
 <!ATTLIST g xmlns CDATA #FIXED 'http://www.w3.org/2000/svg' xmlns:a CDATA #FIXED "">
]>
${svg('<rect id="r" fill="#c02040" width="9" height="9"/><use xlink:href="#r" x="9"/>')}`
const gradient = '<linearGradient id="g"><stop stop-color="#c02040"/><stop offset="1"/></linearGradient>'

describe('a reference to another file is rejected', () => {
  test.each(
    Object.entries({
      'in an image': svg(`<image href="${fileUrl}"/>`),
      'behind a > in another attribute': svg(`<image alt=">" href="${fileUrl}"/>`),
      'in XLink': svg(`<image xlink:href="${fileUrl}"/>`),
      'under a prefix without a namespace': `<svg xmlns="http://www.w3.org/2000/svg"><image y:href="${fileUrl}"/></svg>`,
      'in an element with a prefix': `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:image href="${fileUrl}"/></s:svg>`,
      'in other cases': svg(`<image HREF="FILE:///etc/passwd"/>`),
      'in src': svg(`<image src="${fileUrl}"/>`),
      'with spaces and lines around it': svg(`<image\n href\n =\n "\n\t ${fileUrl}"/>`),
      relative: svg('<image href="passwd"/>'),
      'with characters of its scheme escaped': svg('<image href="&#102;ile&#x3A;///etc/passwd"/>'),
      'behind a line break in its scheme': svg('<image href="da&#10;ta:image/png;base64,AAAA"/>'),
      'to a drawing in the drawing': svg('<image href="data:image/svg+xml,%3Csvg%3E"/>'),
      'by a base': svg('<use href="#x"/>', `xml:base="${fileUrl}"`),
      'in a style attribute': svg(`<g style="fill:url(${fileUrl})"/>`),
      'in a presentation attribute': svg(`<g fill="url(${fileUrl}#g)"/>`),
      'in marker-end': svg(`<path marker-end="url(&#x66;ile:///etc/passwd)"/>`),
      'in a style element': svg(`<style>g{fill:url(${fileUrl})}</style>`),
      'in a style element with a prefix': svg(
        `<s:style xmlns:s="http://www.w3.org/2000/svg">@import "${fileUrl}";</s:style>`,
      ),
      'in CDATA': svg(`<style><![CDATA[g{fill:url(${fileUrl})}]]></style>`),
      'in CDATA in parts': svg(`<style><![CDATA[@im]]><![CDATA[port "${fileUrl}";]]></style>`),
      'around a comment': svg(`<style>@im<!-- -->port "${fileUrl}";</style>`),
      'in escapes of CSS': svg(`<style>@\\69mport "${fileUrl}";</style>`),
      'in a function with escapes of CSS': svg(`<g style="fill:\\75 rl(${fileUrl})"/>`),
      'with the scheme escaped in CSS': svg(`<g fill="url(\\66 ile:///etc/passwd)"/>`),
      'behind an escaped quote': svg(`<g fill="url(\\&quot;#a)"/>`),
      'behind a comment of CSS': svg(`<style>/* \\*/@import "${fileUrl}";/* */</style>`),
      'behind a string that is not closed': svg(`<style>a{b:"\n}@import "${fileUrl}";</style>`),
      'across lines': svg(`<g style="fill:url(\n\t'${fileUrl}'\n)"/>`),
      'in src()': svg(`<g style="fill:src('${fileUrl}')"/>`),
      'in src() by a variable': svg(`<g style="--a:'${fileUrl}';fill:src(var(--a))"/>`),
      'in image-set()': svg(`<g style="background:image-set('${fileUrl}' 1x)"/>`),
      'in a style sheet beside it': `<?xml-stylesheet href="${fileUrl}"?>${svg('')}`,
      'in a style sheet, within': svg(`<?xml-stylesheet type="text/css" href="${fileUrl}"?>`),
      'in xi:include': svg(
        `<xi:include href="${fileUrl}" parse="text"/>`,
        'xmlns:xi="http://www.w3.org/2001/XInclude"',
      ),
      'in xi:include to itself': svg('<x:include xpointer="a"/>', 'xmlns:x="http://www.w3.org/2001/XInclude"'),
      'in another encoding': Buffer.from(
        `<?xml version="1.0" encoding="ISO-8859-1"?>${svg(`<image href="${fileUrl}"/>`)}`,
        'latin1',
      ),
    }),
  )('%s', (_where, svgText) => {
    expect(() => sanitise(svgText)).toThrow(RejectedFileError)
    expect(() => sanitise(svgText)).toThrow('links to other files')
  })
})

describe('also rejected', () => {
  test.each([
    ['entities with others in them', entity('a', 'b', '<!ENTITY c "&a;">') + svg('&c;'), 'uses entities'],
    ['entities with markup in them', entity('a', '<g/>') + svg('&a;'), 'uses entities'],
    ['entities with escaped markup in them', entity('a', '&#60;g/>') + svg('&a;'), 'uses entities'],
    ['entities that come to more than a drawing may have', expandingEntities(1000, 1050), 'uses entities'],
    ['an entity that is very long', entity('a', 'b'.repeat(1001)) + svg(''), 'uses entities'],
    ['very many entities', doctypeWith('<!ENTITY a "b">'.repeat(101)) + svg(''), 'uses entities'],
    ['entities that lead to other files', entity('a', fileUrl) + svg('<image href="&a;"/>'), 'links to'],
    ['entities in a style', entity('a', 'port') + svg(`<style>@im&a; "${fileUrl}";</style>`), 'links to'],
    ['a declaration that is not closed', `<!DOCTYPE svg [<!ENTITY a "b"]>${svg('')}`, 'uses entities'],
    ['an element that is declared', doctypeWith('<!ELEMENT svg ANY>') + svg(''), 'uses entities'],
    ['a namespace that can be changed', doctypeWith('<!ATTLIST a xmlns:b CDATA "c">') + svg(''), 'uses entities'],
    [
      'a namespace and an attribute',
      doctypeWith(`<!ATTLIST image xmlns CDATA #FIXED "a" href CDATA #FIXED "${fileUrl}">`) + svg('<image/>'),
      'uses entities',
    ],
    [
      'a font that is embedded',
      svg('<style>@font-face{font-family:a;src:url(data:font/woff2;base64,d09GMg==)}</style>'),
      'Convert its text to paths',
    ],
    ['entities from outside', `<!DOCTYPE svg [<!ENTITY a SYSTEM "${fileUrl}">]>${svg('&a;')}`, 'uses entities'],
    ['parameter entities', `<!DOCTYPE svg [<!ENTITY % a SYSTEM "${fileUrl}"> %a;]>${svg('')}`, 'uses entities'],
    ['an entity that nothing declares', svg('&a;'), 'uses entities'],
    ['UTF-7', `<?xml version="1.0" encoding="UTF-7"?>${svg('+ADw-image href=+ACI-x+ACI-/+AD4-')}`, 'encoding'],
    ['too many elements', svg('<g/>'.repeat(100_001)), 'This SVG is too complex'],
    ['too many levels', svg('<g>'.repeat(201) + '</g>'.repeat(201)), 'This SVG is too complex'],
    ['what is not closed', svg('<g>'), /./],
    ['what is not well-formed', svg('<g a=b/>'), /./],
  ])('%s', (_what, svgText, message) => {
    const before = process.threadCpuUsage()
    expect(() => sanitise(svgText)).toThrow(message)
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1000)
  })

  test('a style element with child elements, whose text could be joined', () => {
    expect(() => sanitise(svg(`<style>@im<g/>port "${fileUrl}";</style>`))).toThrow(inEnglish(damagedImageMessage))
  })
})

describe('a drawing whose text would be lost is rejected', () => {
  const div = '<div xmlns="http://www.w3.org/1999/xhtml">Moths at <b>night</b></div>'
  const feature = 'requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"'
  const label = (fallback: string, attributes = '') =>
    svg(`<switch><foreignObject ${attributes}>${div}</foreignObject>${fallback}</switch>`)
  const sentence = '<a xlink:href="https://example.org/"><text>Text is not SVG - cannot display</text></a>'
  const htmlTest = `<switch><g ${feature}/>${sentence}</switch>`
  const diagramLabel = (fallback: string) =>
    `<g><switch><foreignObject ${feature}>${div}</foreignObject>${fallback}</switch></g>`

  test.each(
    Object.entries({
      'HTML, as in the fixture': readFileSync(fixturePath('foreign-object.svg'), 'utf8'),
      'HTML in a group': svg(`<g><foreignObject>${div}</foreignObject></g>`),
      'HTML under a prefix': `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:foreignObject>${div}</s:foreignObject></s:svg>`,
      'bare text': svg('<foreignObject>Moths</foreignObject>'),
      'a picture as HTML': svg('<foreignObject><img xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
      'HTML that states what it requires': svg(`<foreignObject ${feature}>${div}</foreignObject>`),
      'a fallback sentence': label('<text>Text is not SVG - cannot display</text>'),
      'a fallback sentence after a feature': label('<text>Please open in a browser</text>', feature),
      'a fallback that is cut off': label('<text>Moths at...</text>'),
      'no fallback': label(''),
      'a fallback without content': label('<g/>'),
      'a group around HTML, which would be selected': svg(
        `<switch><g><foreignObject>${div}</foreignObject></g><text>Moths at night</text></switch>`,
      ),
      'a test for HTML, as in draw.io': svg(`<rect width="9" height="9"/>${htmlTest}`),
      'such a test, where one of two labels has no fallback': svg(
        `${diagramLabel('<text>Moths at night</text>')}${diagramLabel('')}${htmlTest}`,
      ),
      'such a test with content': svg(
        `${diagramLabel('<text>Moths at night</text>')}<switch><g ${feature}><text>Owls</text></g>${sentence}</switch>`,
      ),
      'such a test in the fallback': svg(diagramLabel(htmlTest.replace(/Text is[^<]*/, 'Moths at night'))),
      'such a test before labels that are cut off': svg(`${htmlTest}${diagramLabel('<text>Moths...</text>')}`),
      'text on a path': svg('<path id="p" d="M0 9H30"/><text><textPath xlink:href="#p">Moths</textPath></text>'),
      'text in a shape': svg('<flowRoot><flowRegion/><flowPara>Moths</flowPara></flowRoot>'),
    }),
  )('%s', (_what, svgText) => {
    expect(() => sanitise(svgText)).toThrow('Convert its text to paths or save it as PNG')
  })

  test.each(
    Object.entries({
      'the same words': [label('<text y="15">Moths at night</text>'), '<text y="15">Moths at night</text>'],
      'the same words in lines': [
        label('<g><text y="9">Moths</text><text y="15">at night</text></g>', feature),
        '<g><text y="9">Moths</text><text y="15">at night</text></g>',
      ],
      'a picture of the words': [label('<rect width="9" height="9"/>'), '<rect width="9" height="9"/>'],
      'the drawing itself, as in Illustrator': [
        svg(
          '<switch><foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/"><i:pgfRef/></foreignObject><g><rect width="9" height="9"/><text>a</text></g></switch>',
        ),
        '<g><rect width="9" height="9"/><text>a</text></g>',
      ],
      'labels and a test for HTML, as in draw.io': [
        svg(
          `${diagramLabel('<text y="9">Moths at night</text>')}${diagramLabel(`<image href="${picture}" width="9" height="9"/>`)}${htmlTest}`,
        ),
        `<text y="9">Moths at night</text><image href="${picture}" width="9" height="9"/>`,
      ],
      'a test for HTML before its labels': [
        svg(`${htmlTest}${diagramLabel('<text y="9">Moths at night</text>')}`),
        '<text y="9">Moths at night</text>',
      ],
      'a translation': [
        svg('<switch><text y="15" systemLanguage="de">Nacht</text><text y="15">Night</text></switch>'),
        '<text y="15">Night</text>',
      ],
      'empty boxes': [
        svg('<foreignObject> </foreignObject><flowRoot><flowPara/></flowRoot><rect width="9" height="9"/>'),
        '<rect width="9" height="9"/>',
      ],
    }),
  )('a drawing with %s is accepted and shows it', async (_what, [svgText = '', shown = '']) => {
    expect((await pixels(sanitise(svgText))).equals(await pixels(svg(shown)))).toBe(true)
  })
})

describe('a drawing renders with the same pixels', () => {
  test.each(
    Object.entries({
      'the fixture': readFileSync(fixturePath('drawing.svg')),
      'a gradient and a use of it': svg(
        `${gradient}<rect id="r" fill="url(#g)" width="9" height="9"/><use xlink:href="#r" x="9"/>`,
      ),
      'a style in CDATA': svg(
        '<style type="text/css"><![CDATA[g > rect{fill:#c02040}]]></style><g><rect width="9" height="9"/></g>',
      ),
      'an embedded picture': svg(`<image href="${picture}" width="9" height="9"/>`),
      'an embedded picture in lines': svg(
        `<image xlink:href="\n${picture.replace('base64,', 'base64,\n')}" width="9" height="9"/>`,
      ),
      'the namespaces that programs of Adobe declare': fromIllustrator,
      'the namespaces that programs before Inkscape declare': fromSodipodi,
      'an entity of a colour, of which the first declaration counts': `${entity('c', '#c02040', "<!-- - --><!ENTITY c 'blue'>\n")}${svg('<rect fill="&c;" width="9" height="9"/>')}`,
      text: svg('<text y="15" xml:space="preserve">a  &amp; &#233; <tspan>&lt;b</tspan></text>'),
      'a link around a shape': svg(
        '<a href="https://example.org/" xlink:href="https://example.org/"><rect width="9" height="9"/></a>',
      ),
      'a document type': `<?xml version="1.0" standalone="no"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<!-- by a program -->${svg('<rect width="9" height="9"/>')}\n`,
      'metadata that name a licence': svg(
        '<metadata><r:RDF xmlns:r="r"><r:a r:resource="http://x" href="http://x"/></r:RDF></metadata><rect width="9" height="9"/>',
      ),
      'a switch between HTML and shapes': svg(
        '<switch><foreignObject requiredExtensions="http://x"><p xmlns="http://www.w3.org/1999/xhtml"><img src="x.png"/></p></foreignObject><rect width="9" height="9"/></switch>',
      ),
      'a byte order mark': `\uFEFF${svg('<rect width="9" height="9"/>')}`,
      'names like those of objects': svg('<g constructor="a" __proto__="b"><rect width="9" height="9"/></g>'),
    }),
  )('%s', async (_what, svgText) => {
    expect((await pixels(sanitise(svgText))).equals(await pixels(svgText))).toBe(true)
  })
})

test('scripts, comments, document types and metadata are not passed on', () => {
  const output = sanitise(
    `<!DOCTYPE svg><!-- a --><?b c?>${svg('<script href="x.js">d</script><metadata><e/></metadata><!-- f -->')}`,
  )
  expect(output).toBe(svg('<script></script><metadata></metadata>').replace(' >', '>'))
})

test('text in a declared encoding is decoded', () => {
  const svgBytes = Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?>${svg('<text>é</text>')}`, 'latin1')
  expect(sanitise(svgBytes)).toContain('<text>é</text>')
})

describe('takes time proportional to its length', () => {
  const repeatedSvg = (repeated: string, [before = '', after = ''] = []) =>
    svg(before + repeated.repeat(Math.floor(1_000_000 / repeated.length)) + after)
  test.each(
    Object.entries({
      CDATA: repeatedSvg('<![CDATA[', ['<style><![CDATA[', ']]></style>']),
      'elements without an end': repeatedSvg('<image '),
      'functions of CSS': repeatedSvg('url(', ['<style>', '</style>']),
      'escapes of CSS': repeatedSvg('\\', ['<style>', '</style>']),
      'mistakes in CSS': repeatedSvg('\\\n', ['<style>', '</style>']),
      entities: repeatedSvg('&amp;'),
      'entities of its own': entity('a', 'b') + repeatedSvg('&a;'),
      declarations: doctypeWith('<!ENTITY a "'.repeat(80_000)) + svg(''),
      'namespaces among declarations': doctypeWith('<!ATTLIST a xmlns CDATA #FIXED "b">'.repeat(27_000)) + svg(''),
      'one comment among declarations': doctypeWith(`<!--${'- '.repeat(400_000)}-->`) + svg(''),
      attributes: svg(`<g ${Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(' ')}/>`),
    }),
  )('%s', (_what, svgText) => {
    const before = process.threadCpuUsage()
    try {
      sanitise(svgText)
    } catch (error) {
      if (!(error instanceof Error)) throw error
    }
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1000)
  })
})
