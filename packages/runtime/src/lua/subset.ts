// Constructs that shared files may not use, because Lua does them differently or not at all. Types
// decide where syntax alone cannot: whether a list may have gaps, whether an expression is a text.

import ts from 'typescript'
import { LuaLibFeature } from 'typescript-to-lua'

const K = ts.SyntaxKind

const REFUSED = new Map<ts.SyntaxKind, string>([
  [K.ThrowStatement, 'throws'],
  [K.TryStatement, 'catches'],
  [K.RegularExpressionLiteral, 'uses a regular expression'],
  [K.NullKeyword, 'uses null'],
  [K.ClassDeclaration, 'declares a class'],
  [K.ClassExpression, 'declares a class'],
  [K.NewExpression, 'uses new'],
  [K.ForInStatement, 'goes over names, whose order Lua does not keep'],
  [K.DeleteExpression, 'deletes'],
  [K.AwaitExpression, 'waits'],
  [K.YieldExpression, 'yields'],
  [K.BigIntLiteral, 'uses a bigint'],
  [K.AsteriskAsteriskToken, 'uses **: take pow of libm.ts'],
  [K.AsteriskAsteriskEqualsToken, 'uses **: take pow of libm.ts'],
  [K.AmpersandToken, 'uses a bit operator'],
  [K.BarToken, 'uses a bit operator'],
  [K.CaretToken, 'uses a bit operator'],
  [K.LessThanLessThanToken, 'uses a bit operator'],
  [K.GreaterThanGreaterThanToken, 'uses a bit operator'],
  [K.GreaterThanGreaterThanGreaterThanToken, 'uses a bit operator'],
  [K.AmpersandEqualsToken, 'uses a bit operator'],
  [K.BarEqualsToken, 'uses a bit operator'],
  [K.CaretEqualsToken, 'uses a bit operator'],
  [K.LessThanLessThanEqualsToken, 'uses a bit operator'],
  [K.GreaterThanGreaterThanEqualsToken, 'uses a bit operator'],
  [K.GreaterThanGreaterThanGreaterThanEqualsToken, 'uses a bit operator'],
])

const ORDERING = [
  K.LessThanToken,
  K.LessThanEqualsToken,
  K.GreaterThanToken,
  K.GreaterThanEqualsToken,
]

/** Members of globals that do the same in both: exact, or rounded once. */
const GLOBALS: Record<string, readonly string[]> = {
  Math: [
    ...['abs', 'ceil', 'floor', 'max', 'min', 'sqrt'],
    ...['PI', 'LN2', 'LN10', 'LOG2E', 'LOG10E', 'SQRT2', 'SQRT1_2'],
  ],
  Number: ['isNaN', 'NaN', 'POSITIVE_INFINITY', 'NEGATIVE_INFINITY'],
  ...{ Object: [], Array: [], String: [], JSON: [], Date: [], Intl: [], Symbol: [], Map: [] },
  ...{ Set: [], WeakMap: [], BigInt: [], Promise: [], Reflect: [], Boolean: [] },
  ...{ parseInt: [], parseFloat: [], isNaN: [], isFinite: [] },
}

/** Counted in bytes by Lua: for texts of ASCII, or where only pieces that were found are cut off. */
const TEXT_MEMBERS = ['length', 'substring', 'startsWith', 'endsWith', 'includes', 'split']

/** Helpers of TypeScriptToLua that the library uses; the parity test runs them. */
const HELPERS = new Set<LuaLibFeature>([
  LuaLibFeature.ArrayIncludes,
  LuaLibFeature.ArrayIndexOf,
  LuaLibFeature.ArrayMap,
  LuaLibFeature.ArrayPush,
  LuaLibFeature.ArrayReverse,
  LuaLibFeature.ArraySlice,
  LuaLibFeature.ArrayUnshift,
  LuaLibFeature.NumberIsNaN,
  LuaLibFeature.ObjectAssign,
  LuaLibFeature.SparseArrayNew,
  LuaLibFeature.SparseArrayPush,
  LuaLibFeature.SparseArraySpread,
  LuaLibFeature.StringEndsWith,
  LuaLibFeature.StringIncludes,
  LuaLibFeature.StringSplit,
  LuaLibFeature.StringStartsWith,
  LuaLibFeature.StringSubstring,
  LuaLibFeature.TypeOf,
])

export function helpersBeyondSubset(features: Iterable<LuaLibFeature>): string[] {
  return [...features]
    .filter((feature) => !HELPERS.has(feature))
    .map(
      (feature) =>
        `the helper ${feature} is new to the library: see that it does what JavaScript does, then list it`,
    )
}

/** One finding for each place of a file that leaves the subset. */
export function beyondSubset(checker: ts.TypeChecker, file: ts.SourceFile): string[] {
  const findings: string[] = []
  const visit = (node: ts.Node): void => {
    // Types are gone before Lua sees anything.
    if (ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node)) return
    const what = refusal(checker, node)
    if (what !== undefined) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      findings.push(`${file.fileName}:${line + 1} ${what}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return findings
}

function refusal(checker: ts.TypeChecker, node: ts.Node): string | undefined {
  const refused = REFUSED.get(node.kind)
  if (refused !== undefined) return refused
  // The sign before a value is no node of its own.
  if (ts.isPrefixUnaryExpression(node) && node.operator === K.TildeToken)
    return 'uses a bit operator'
  if (ts.isIdentifier(node)) return globalRefusal(checker, node)
  if (ts.isPropertyAccessExpression(node)) return memberRefusal(checker, node)
  if (ts.isElementAccessExpression(node) && isText(checker, node.expression))
    return 'takes a character of a text by its place: use primitives.ts'
  if (ts.isForOfStatement(node) || ts.isSpreadElement(node)) {
    if (isText(checker, node.expression)) return 'goes over a text: use codePoints'
    if (hasGaps(checker, node.expression)) return 'goes over a list with gaps: use argCount'
  }
  if (ts.isBinaryExpression(node) && ORDERING.includes(node.operatorToken.kind))
    return isText(checker, node.left) ? 'orders texts: use compareCodePoints' : undefined
  return undefined
}

function memberRefusal(
  checker: ts.TypeChecker,
  node: ts.PropertyAccessExpression,
): string | undefined {
  const member = node.name.text
  if (hasGaps(checker, node.expression)) return `asks a list with gaps for ${member}: use argCount`
  if (isText(checker, node.expression) && !TEXT_MEMBERS.includes(member))
    return `asks a text for ${member}: use primitives.ts`
  return undefined
}

/** A global that is not just a word of ours with the same name. */
function globalRefusal(checker: ts.TypeChecker, node: ts.Identifier): string | undefined {
  const allowed = Object.hasOwn(GLOBALS, node.text) ? GLOBALS[node.text] : undefined
  if (allowed === undefined) return undefined
  const declared = checker.getSymbolAtLocation(node)?.declarations ?? []
  if (!declared.some((place) => place.getSourceFile().isDeclarationFile)) return undefined
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) {
    if (parent.name === node || allowed.includes(parent.name.text)) return undefined
    return `uses ${node.text}.${parent.name.text}`
  }
  return `uses ${node.text}`
}

function isText(checker: ts.TypeChecker, node: ts.Node): boolean {
  return parts(checker.getTypeAtLocation(node)).some(
    ({ flags }) => (flags & ts.TypeFlags.StringLike) !== 0,
  )
}

/** A list whose elements may be undefined. */
function hasGaps(checker: ts.TypeChecker, node: ts.Node): boolean {
  return parts(checker.getTypeAtLocation(node)).some(
    (type) =>
      checker.isArrayType(type) &&
      checker
        .getTypeArguments(type as ts.TypeReference)
        .some((element) =>
          parts(element).some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0),
        ),
  )
}

function parts(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type]
}
