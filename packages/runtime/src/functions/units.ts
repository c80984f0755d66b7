// The units of CONVERT, each as so many of the first unit of its measure, by the definitions in law.
// Upper and lower case differ, as in Excel.

export interface Unit {
  readonly measure: string
  readonly factor: number
  /** Whether prefixes such as k may stand before it. */
  readonly metric: boolean
  /** How often the prefix counts: twice for areas, three times for volumes. */
  readonly power: number
}

const POUND_G = 453.59237
const FOOT_M = 0.3048
const INCH_M = 0.0254
const MILE_M = 1609.344
const NAUTICAL_M = 1852
const SURVEY_FOOT_M = 1200 / 3937
const LIGHT_YEAR_M = 9_460_730_472_580_800
const PARSEC_M = 149_597_870_700 * 206_264.806_247_096_36
const PICA_POINT_M = INCH_M / 72
const GRAVITY = 9.80665
const GALLON_L = 3.785411784
const IMPERIAL_GALLON_L = 4.54609
const CALORIE_J = 4.184
const TABLE_CALORIE_J = 4.1868
const THERMAL_UNIT_J = 1055.05585262
const POUND_FORCE_N = (POUND_G / 1000) * GRAVITY
const HORSEPOWER_W = 550 * FOOT_M * POUND_FORCE_N

/** `name factor` pairs by measure; a star before a name says that it takes prefixes. */
const MEASURES: readonly (readonly [string, number, readonly (readonly [string, number])[]])[] = [
  [
    'mass',
    1,
    [
      ['*g', 1],
      ['sg', (POUND_G * GRAVITY) / FOOT_M],
      ['lbm', POUND_G],
      ['*u', 1.6605390666e-24],
      ['ozm', POUND_G / 16],
      ['grain', POUND_G / 7000],
      ['cwt', POUND_G * 100],
      ['shweight', POUND_G * 100],
      ['uk_cwt', POUND_G * 112],
      ['lcwt', POUND_G * 112],
      ['hweight', POUND_G * 112],
      ['stone', POUND_G * 14],
      ['ton', POUND_G * 2000],
      ['uk_ton', POUND_G * 2240],
      ['LTON', POUND_G * 2240],
      ['brton', POUND_G * 2240],
    ],
  ],
  [
    'distance',
    1,
    [
      ['*m', 1],
      ['mi', MILE_M],
      ['Nmi', NAUTICAL_M],
      ['in', INCH_M],
      ['ft', FOOT_M],
      ['yd', FOOT_M * 3],
      ['*ang', 1e-10],
      ['ell', INCH_M * 45],
      ['*ly', LIGHT_YEAR_M],
      ['*parsec', PARSEC_M],
      ['*pc', PARSEC_M],
      ['Picapt', PICA_POINT_M],
      ['Pica', PICA_POINT_M],
      ['pica', INCH_M / 6],
      ['survey_mi', SURVEY_FOOT_M * 5280],
    ],
  ],
  [
    'time',
    1,
    [
      ['*sec', 1],
      ['*s', 1],
      ['mn', 60],
      ['min', 60],
      ['hr', 3600],
      ['day', 86_400],
      ['d', 86_400],
      ['yr', 31_557_600],
    ],
  ],
  [
    'pressure',
    1,
    [
      ['*Pa', 1],
      ['*p', 1],
      ['*atm', 101_325],
      ['*at', 101_325],
      ['*mmHg', 133.322],
      ['psi', POUND_FORCE_N / (INCH_M * INCH_M)],
      ['*Torr', 101_325 / 760],
    ],
  ],
  [
    'force',
    1,
    [
      ['*N', 1],
      ['*dyn', 1e-5],
      ['*dy', 1e-5],
      ['lbf', POUND_FORCE_N],
      ['*pond', GRAVITY / 1000],
    ],
  ],
  [
    'energy',
    1,
    [
      ['*J', 1],
      ['*e', 1e-7],
      ['*c', CALORIE_J],
      ['*cal', TABLE_CALORIE_J],
      ['*eV', 1.602176634e-19],
      ['*ev', 1.602176634e-19],
      ['HPh', HORSEPOWER_W * 3600],
      ['hh', HORSEPOWER_W * 3600],
      ['*Wh', 3600],
      ['*wh', 3600],
      ['flb', FOOT_M * POUND_FORCE_N],
      ['BTU', THERMAL_UNIT_J],
      ['btu', THERMAL_UNIT_J],
    ],
  ],
  [
    'power',
    1,
    [
      ['*W', 1],
      ['*w', 1],
      ['HP', HORSEPOWER_W],
      ['h', HORSEPOWER_W],
      ['PS', 75 * GRAVITY],
    ],
  ],
  [
    'magnetism',
    1,
    [
      ['*T', 1],
      ['*ga', 1e-4],
    ],
  ],
  [
    'temperature',
    1,
    [
      ['C', 1],
      ['cel', 1],
      ['F', 1],
      ['fah', 1],
      ['*K', 1],
      ['*kel', 1],
      ['Rank', 1],
      ['Reau', 1],
    ],
  ],
  [
    'volume',
    1,
    [
      ['*l', 1],
      ['*L', 1],
      ['*lt', 1],
      ['tsp', GALLON_L / 768],
      ['tspm', 0.005],
      ['tbs', GALLON_L / 256],
      ['oz', GALLON_L / 128],
      ['cup', GALLON_L / 16],
      ['pt', GALLON_L / 8],
      ['us_pt', GALLON_L / 8],
      ['uk_pt', IMPERIAL_GALLON_L / 8],
      ['qt', GALLON_L / 4],
      ['uk_qt', IMPERIAL_GALLON_L / 4],
      ['gal', GALLON_L],
      ['uk_gal', IMPERIAL_GALLON_L],
      ['barrel', GALLON_L * 42],
      ['bushel', 35.23907016688],
      ['regton', cubicLitres(FOOT_M) * 100],
      ['GRT', cubicLitres(FOOT_M) * 100],
      ['MTON', cubicLitres(FOOT_M) * 40],
    ],
  ],
  ['volume', 3, lengths('3', cubicLitres)],
  [
    'area',
    1,
    [
      ['uk_acre', FOOT_M * FOOT_M * 43_560],
      ['us_acre', SURVEY_FOOT_M * SURVEY_FOOT_M * 43_560],
      ['*ar', 100],
      ['ha', 10_000],
      ['Morgen', 2500],
    ],
  ],
  ['area', 2, lengths('2', (metres) => metres * metres)],
  [
    'information',
    1,
    [
      ['*bit', 1],
      ['*byte', 8],
    ],
  ],
  [
    'speed',
    1,
    [
      ['*m/s', 1],
      ['*m/sec', 1],
      ['*m/h', 1 / 3600],
      ['*m/hr', 1 / 3600],
      ['mph', MILE_M / 3600],
      ['kn', NAUTICAL_M / 3600],
      ['admkn', (FOOT_M * 6080) / 3600],
    ],
  ],
]

function cubicLitres(metres: number): number {
  return metres * metres * metres * 1000
}

/** Areas and volumes named by a length: `m2`, `m^2`. */
function lengths(exponent: string, of: (metres: number) => number): [string, number][] {
  const found: [string, number][] = []
  const bases: [string, number][] = [
    ['*m', 1],
    ['*ang', 1e-10],
    ['ft', FOOT_M],
    ['in', INCH_M],
    ['*ly', LIGHT_YEAR_M],
    ['mi', MILE_M],
    ['Nmi', NAUTICAL_M],
    ['Picapt', PICA_POINT_M],
    ['Pica', PICA_POINT_M],
    ['yd', FOOT_M * 3],
  ]
  for (const [name, metres] of bases) {
    found.push([`${name}${exponent}`, of(metres)])
    found.push([`${name}^${exponent}`, of(metres)])
  }
  return found
}

function unitTable(): Record<string, Unit> {
  const table: Record<string, Unit> = {}
  for (const [measure, power, units] of MEASURES) {
    for (const [name, factor] of units) {
      const metric = name.startsWith('*')
      table[`.${metric ? name.substring(1) : name}`] = { measure, factor, metric, power }
    }
  }
  return table
}

const known: { units: Record<string, Unit> | undefined } = { units: undefined }

export function unitNamed(name: string): Unit | undefined {
  known.units = known.units ?? unitTable()
  return known.units[`.${name}`]
}

/** Prefixes and their factors; `bit` and `byte` also take the binary ones. */
export const PREFIXES: readonly (readonly [string, number])[] = [
  ['da', 1e1],
  ['Y', 1e24],
  ['Z', 1e21],
  ['E', 1e18],
  ['P', 1e15],
  ['T', 1e12],
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
  ['h', 1e2],
  ['e', 1e1],
  ['d', 1e-1],
  ['c', 1e-2],
  ['m', 1e-3],
  ['u', 1e-6],
  ['n', 1e-9],
  ['p', 1e-12],
  ['f', 1e-15],
  ['a', 1e-18],
  ['z', 1e-21],
  ['y', 1e-24],
]

const KIBI = 1024
const MEBI = KIBI * KIBI
const GIBI = MEBI * KIBI
const TEBI = GIBI * KIBI

export const BINARY_PREFIXES: readonly (readonly [string, number])[] = [
  ['ki', KIBI],
  ['Mi', MEBI],
  ['Gi', GIBI],
  ['Ti', TEBI],
  ['Pi', TEBI * KIBI],
  ['Ei', TEBI * MEBI],
  ['Zi', TEBI * GIBI],
  ['Yi', TEBI * TEBI],
]
