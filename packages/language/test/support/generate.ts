// Random models as text: well-formed ones from the grammar, soup from its tokens, and plain noise.
import fc from 'fast-check'

const names = fc.constantFrom('x', 'total', 'größe', 'new_val', 'max', 'skip', 'Model', 'in_')
const cells = fc.constantFrom(
  'A1',
  'b2',
  '$C$3',
  'XFD1048576',
  "'Q4 R'!B2",
  'Data!a1',
  "'it''s'!C3",
)
const ranges = fc.constantFrom('A1:B9', 'B9:$A1', 'A:C', '$1:3', 'Data!A1:B2', "'Q4 R'!A:A")
const literals = fc.constantFrom(
  '10',
  '1_000',
  '.5',
  '1.5E3',
  '5pct',
  '25BPS',
  '5min',
  '1w',
  'duration"PT15M"',
  'dt"2026-12-31T23:59:00Z"',
  'cron"0 9 * * 1-5"',
  'TRUE',
  'false',
  'BLANK',
  '#N/A',
  '#div/0!',
  '"text"',
  '"a ""quoted"" \\\\ \\n \\u{1F600}"',
  '``',
)
const positions = fc.constantFrom('ROW_INDEX', 'above', 'LEFT', 'NEIGHBORS', 'SCHEDULED_AT')
const tags = fc.constantFrom('number', 'currency:EUR', 'text', 'fx_rate')
const binary = fc.constantFrom(
  '+',
  '-',
  '*',
  '/',
  '^',
  '&',
  '=',
  '<>',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'AND',
  'or',
  'DEFAULT',
  '??',
  '>>',
)
const is = fc.constantFrom('IS ERROR', 'is not BLANK', 'IS PENDING', 'IS NOT text')

/** White space that may stand between tokens inside brackets. */
const gap = fc.constantFrom('', ' ', '\n', ' # note\n', ' /* note */ ', '\n\n')

const { expression } = fc.letrec<{ expression: string; simple: string }>((tie) => ({
  simple: fc.oneof(names, cells, ranges, literals, positions),
  expression: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'expression' },
    tie('simple'),
    fc
      .tuple(tie('expression'), binary, tie('expression'))
      .map(([a, op, b]) => `(${a}) ${op} (${b})`),
    fc.tuple(tie('simple'), binary, tie('simple')).map(([a, op, b]) => `${a} ${op} ${b}`),
    fc.tuple(tie('simple'), is).map(([a, what]) => `${a} ${what}`),
    fc.tuple(fc.constantFrom('-', '+', 'NOT '), tie('simple')).map(([op, a]) => op + a),
    fc
      .tuple(tie('expression'), tie('expression'), tie('expression'))
      .map(([a, b, c]) => `(${a}) THEN ${b} ELSE (${c})`),
    fc
      .tuple(names, tie('expression'), tie('expression'))
      .map(([a, b, c]) => `${a} ? (${b}) : (${c})`),
    fc
      .tuple(fc.array(tie('expression'), { maxLength: 4 }), gap)
      .map(([args, space]) => `SUM(${space}${args.join(`,${space}`)}${space})`),
    fc
      .tuple(tie('expression'), tie('expression'))
      .map(([a, b]) => `F(base := ${a}, , end := ${b})`),
    fc
      .tuple(fc.array(tie('expression'), { maxLength: 3 }), gap)
      .map(([items, space]) => `[${space}${items.join(`${space},${space}`)}${space}]`),
    fc
      .tuple(tie('simple'), tie('simple'), gap)
      .map(([a, b, space]) => `[${a}, ${b};${space}${b}, ${a}]`),
    fc
      .tuple(names, tie('expression'), gap)
      .map(([key, value, space]) => `{${space}${key}: ${value},${space}"b c": 1 }`),
    tie('expression').map((value) => `\`a {${value}} \\{b\\} }\``),
    fc.tuple(names, tie('expression')).map(([name, value]) => `((${name}, y) => ${value})`),
    fc.tuple(names, tie('expression')).map(([name, value]) => `LAMBDA(${name}, ${value})(2)`),
    fc
      .tuple(names, tie('expression'), tie('expression'))
      .map(([name, value, result]) => `LET(${name}, ${value}, (${result}))`),
    fc
      .tuple(names, tie('expression'), tie('expression'))
      .map(
        ([name, value, result]) =>
          `DO # first\n ${name} = ${value}\n\n # note\n (${result}) # last\nEND`,
      ),
    fc
      .tuple(names, tie('simple'), tie('expression'))
      .map(([name, value, result]) => `WITH ${name} = ${value},\n b = 1 THEN ${result} ELSE 0`),
    fc.tuple(tie('expression'), tie('simple')).map(([a, b]) => `TRY (${a}) ELSE ${b}`),
    fc
      .tuple(tie('simple'), tie('expression'), gap)
      .map(([a, b]) => `CASE WHEN ${a} THEN (${b})\n WHEN x THEN 1 END`),
    fc
      .tuple(tie('simple'), tie('expression'))
      .map(([a, b]) => `MATCH(${a}, "a" => (${b}), (v) => v > 1 => 2, _ => 0)`),
    fc.tuple(names, tie('simple')).map(([a, b]) => `${a}.field[Column][(${b})]["k"][2]`),
    fc.tuple(tie('expression'), tags).map(([a, tag]) => `((${a}) as ${tag})`),
    tie('simple').map(
      (a) => `SELECT id, "b c" FROM db.s.t WHERE id = ${a} ORDER BY id DESC LIMIT 5`,
    ),
    fc.constantFrom('A1#', 'SUM(A1:C3 B2:B9)', '50%', 'ABOVE(2)', 'STDEV.S(A1:A9)', 'NOT(x)'),
  ),
}))

const target = fc.oneof(names, cells, ranges)
const op = fc.constantFrom('=', '~=', '?=', '+=', '-=', '*=', '/=')
const policy = fc.constantFrom('', ' SKIP MISSED', ' BACKFILL', ' backfill max 3')

const assignment = fc
  .tuple(target, fc.option(tags), op, expression)
  .map(([to, tag, how, value]) => `${to}${tag === null ? '' : ` as ${tag}`} ${how} ${value}`)

const action = fc.oneof(
  assignment,
  expression.map((value) => `alerts!notify("x", ${value})`),
  fc.constantFrom('# note', '/* two\nlines */', ''),
)

const body = fc.array(action, { maxLength: 3 }).map((lines) => `${lines.join('\n')}\n`)

const rule = fc.oneof(
  fc
    .tuple(expression, fc.constantFrom('', ' DEBOUNCE 5s MAX 1min', ' THROTTLE x'), body)
    .map(([condition, gate, lines]) => `WHEN (${condition})${gate} THEN # go\n${lines}END`),
  fc
    .tuple(expression, policy, body)
    .map(([every, missed, lines]) => `EVERY (${every}) IN "UTC"${missed} THEN\n${lines}END`),
  fc
    .tuple(expression, policy, body)
    .map(([at, missed, lines]) => `AT (${at})${missed} THEN ${lines}END`),
)

const modified = fc
  .tuple(names, expression, policy)
  .map(([name, value, missed]) => `${name} = (${value}) EVERY 5min${missed}`)

const statement = fc.oneof(
  { weight: 5, arbitrary: assignment },
  { weight: 2, arbitrary: rule },
  { weight: 1, arbitrary: modified },
  { weight: 1, arbitrary: fc.constantFrom('# a comment', '/* a block */', '', '\n') },
)

const header = fc.constantFrom('', 'MODEL "x"\n', 'model "a ""b"""; TAGS "a", "b" # note\n\n')
const between = fc.constantFrom('\n', '\n\n\n', ' # behind\n', '\r\n', '\n# between\n')

/** Well-formed models. */
export const models: fc.Arbitrary<string> = fc
  .tuple(header, fc.array(fc.tuple(statement, between), { maxLength: 6 }), fc.boolean())
  .map(
    ([top, statements, closed]) =>
      top + statements.map((parts) => parts.join('')).join('') + (closed ? 'END MODEL\n' : ''),
  )

/** Well-formed expressions. */
export const expressions: fc.Arbitrary<string> = expression

const tokens = fc.oneof(
  fc.constantFrom(
    ...'( ) [ ] { } , ; = ~= ?= += + - * / ^ & < > <= <> != == && || ! . .f : := :: => >> ? ?? % # #N/A #TYPE! _ $ @ \\ \' " ` `a{ } "un 5x 1e999'.split(
      ' ',
    ),
    ...'IS NOT BLANK ERROR AND OR DEFAULT THEN ELSE as DO END WITH TRY CASE WHEN EVERY AT SKIP MISSED BACKFILL MAX IN DEBOUNCE SELECT FROM WHERE ORDER BY LIMIT MODEL IF'.split(
      ' ',
    ),
    ...'SUM( MATCH( LET( LAMBDA( x( LEFT( ABOVE( (x)=> x=> alerts!notify( STDEV.S('.split(' '),
    '\n',
    '\n',
    '\n',
    '# c\n',
    '/* b */',
    '/*',
    'END MODEL',
    'A1 = ',
    'x = ',
    '“q”',
    '≤',
    '\u{1F600}',
    'dt"x"',
    'cron"* * * * *"',
  ),
  names,
  cells,
  ranges,
  literals,
)

/** Tokens in any order, mostly nonsense. */
export const soup: fc.Arbitrary<string> = fc
  .array(fc.tuple(tokens, fc.constantFrom('', ' ', ' ')), { maxLength: 40 })
  .map((parts) => parts.map((part) => part.join('')).join(''))

/** Any characters at all, halves of pairs included. */
export const noise: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map((units) => String.fromCharCode(...units)),
)
