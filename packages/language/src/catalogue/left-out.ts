// Functions of Excel that are left out, each with the reason and the alternative, as a sentence for
// the author.

const cubes =
  'There are no data cubes here. Fetch rows with PG_SELECT and summarize them with SUMIFS.'
const bytes = 'Text counts in characters here, never in bytes. Use the same function without the B.'
const width =
  'It converts between the widths of East Asian letters, which depends on the language of a computer.'
const machine =
  'It tells about the computer it runs on, and a model gives the same values everywhere.'
const file = 'A model does not open files. Set the data as inputs, or fetch it with HTTP_JSON.'
const smoothing =
  'Excel does not say how it fits this model, so the figures could not agree. Use FORECAST.LINEAR or TREND.'
const program =
  'A model calls no programs of its computer. A deployment can register a function of its own.'
const service =
  'It asks an online service of Excel. Use AI_PROMPT, or register a function of your own.'

/** By name, in capitals. */
export const leftOut: Readonly<Record<string, string>> = {
  AREAS: 'A reference is always one rectangle here, so there would be nothing to count.',
  ASC: width,
  BAHTTEXT: 'It writes numbers in Thai words only. Use TEXT for a format.',
  CALL: program,
  COPILOT: service,
  CUBEKPIMEMBER: cubes,
  CUBEMEMBER: cubes,
  CUBEMEMBERPROPERTY: cubes,
  CUBERANKEDMEMBER: cubes,
  CUBESET: cubes,
  CUBESETCOUNT: cubes,
  CUBEVALUE: cubes,
  DBCS: width,
  DETECTLANGUAGE: service,
  EUROCONVERT:
    'It knows only the currencies that became the euro. Use FX_RATE, or multiply by the fixed rate.',
  FILTERXML:
    'It needs XML from a web service. Fetch JSON with HTTP_JSON and take parts of it with GET.',
  FINDB: bytes,
  'FORECAST.ETS': smoothing,
  'FORECAST.ETS.CONFINT': smoothing,
  'FORECAST.ETS.SEASONALITY': smoothing,
  'FORECAST.ETS.STAT': smoothing,
  GETPIVOTDATA: 'There are no pivot tables here. Summarize with SUMIFS or QUERY.',
  GROUPBY: 'Group with QUERY and GROUP BY, or with UNIQUE and SUMIFS.',
  IMAGE: 'A cell holds values, not pictures. Keep the address of the picture as text.',
  IMPORTCSV: file,
  IMPORTTEXT: file,
  INFO: machine,
  JIS: width,
  LAMBDA:
    'It is part of the language: (x) => x + 1, or LAMBDA(x, x + 1), stands wherever a value may.',
  LEFTB: bytes,
  LENB: bytes,
  LET: 'It is part of the language: LET(name, value, expression), or DO … END over several lines.',
  MIDB: bytes,
  PHONETIC: width,
  PIVOTBY: 'Group with QUERY and GROUP BY, or with UNIQUE and SUMIFS.',
  PY: program,
  'REGISTER.ID': program,
  REPLACEB: bytes,
  RIGHTB: bytes,
  RTD: 'Live data comes through external functions such as FX_RATE and HTTP_JSON.',
  SEARCHB: bytes,
  'SQL.REQUEST': 'Ask a database with PG_SELECT.',
  STOCKHISTORY: 'It asks an online service of Excel. Fetch prices with HTTP_JSON.',
  TRANSLATE: service,
  USDOLLAR: 'It is DOLLAR under another name. Write DOLLAR.',
  WEBSERVICE: 'Fetch with HTTP_JSON, which waits for the answer without holding the model up.',
}
