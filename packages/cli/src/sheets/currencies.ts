// The currency that a number format shows, by its sign and the locale beside it: a dollar sign alone is one of many.

/** Codes that formats write out, as in `#,##0 "SEK"`. */
const codes = new Set(
  `AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR JPY KRW MXN MYR NOK NZD PEN PHP PKR
PLN RON RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR`.split(/\s+/),
)

/** Signs that are those of one currency, the longer ones first. */
const signs: readonly (readonly [sign: string, code: string])[] = [
  ['US$', 'USD'],
  ['HK$', 'HKD'],
  ['NT$', 'TWD'],
  ['NZ$', 'NZD'],
  ['MX$', 'MXN'],
  ['R$', 'BRL'],
  ['A$', 'AUD'],
  ['C$', 'CAD'],
  ['S$', 'SGD'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['Ft', 'HUF'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₽', 'RUB'],
  ['₺', 'TRY'],
  ['₪', 'ILS'],
  ['฿', 'THB'],
  ['₴', 'UAH'],
  ['₫', 'VND'],
]

/** Signs that several currencies share, by locale; '' is for a format that names none. */
const shared: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  $: {
    '': 'USD',
    '409': 'USD',
    '1009': 'CAD',
    c0c: 'CAD',
    c09: 'AUD',
    '1409': 'NZD',
    '80a': 'MXN',
    '1004': 'SGD',
    '4804': 'SGD',
    c04: 'HKD',
    '404': 'TWD',
    '2c0a': 'ARS',
    '340a': 'CLP',
    '240a': 'COP',
  },
  '¥': { '': 'JPY', '411': 'JPY', '804': 'CNY' },
  kr: { '41d': 'SEK', '414': 'NOK', '814': 'NOK', '406': 'DKK' },
}

/** `text` is what a format shows beside its digits, `locale` the hexadecimal number behind it. */
export function currencyOf(text: string, locale: string): string | undefined {
  const written = text.match(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g)?.find((code) => codes.has(code))
  if (written !== undefined) return written
  const sign = signs.find(([known]) => text.includes(known))
  if (sign !== undefined) return sign[1]
  const among = Object.keys(shared).find((known) => text.includes(known))
  return among === undefined ? undefined : shared[among]![locale.toLowerCase().replace(/^0+/, '')]
}
