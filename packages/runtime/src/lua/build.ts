// The function library as one Lua 5.1 chunk. TypeScriptToLua translates the shared files of `src`; the
// primitives are written by hand. The chunk defines one local, `cellwake`, and does nothing else: Redis
// has no globals while a library loads, so each module runs when it is first asked for.
//
//   cellwake("library").functions.SUM      a module by its path below `src`, without the ending
//
// Each module is a function of its own, which keeps far from Lua's limits of 200 locals and 60 upvalues.
// Needs TypeScript, so it is for building and for tests, not for production.

import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'
import * as tstl from 'typescript-to-lua'
import { buildMinimalLualibBundle, findUsedLualibFeatures } from 'typescript-to-lua/dist/LuaLib.js'
import { LuaBuildError } from '../errors.ts'
import { luaPrimitives, sharedFiles, sourceFolder } from './files.ts'
import { beyondSubset, helpersBeyondSubset } from './subset.ts'

interface Module {
  readonly name: string
  readonly code: string
}

const PRIMITIVES = 'primitives'
/** TypeScriptToLua's name for the module of its helpers. */
const HELPERS = 'lualib_bundle'
const target = tstl.LuaTarget.Lua51

/**
 * Lua text to put in front of code that uses `cellwake`. Throws `LuaBuildError` with every place of
 * the library that Lua would do differently.
 */
export function buildChunk(): string {
  const paths = sharedFiles().map((path) => join(sourceFolder, path))
  const program = sharedProgram(paths)
  const files = paths.flatMap((path) => program.getSourceFile(path) ?? [])
  const findings = files.flatMap((file) => beyondSubset(program.getTypeChecker(), file))
  if (findings.length > 0) throw new LuaBuildError(findings)
  const translated = translate(program, files)
  const features = findUsedLualibFeatures(
    target,
    ts.sys,
    translated.map(({ code }) => code),
  )
  const refused = helpersBeyondSubset(features)
  if (refused.length > 0) throw new LuaBuildError(refused)
  return chunkOf([
    { name: PRIMITIVES, code: readFileSync(luaPrimitives, 'utf8') },
    { name: HELPERS, code: buildMinimalLualibBundle(features, target, ts.sys) },
    ...translated,
  ])
}

function sharedProgram(paths: readonly string[]): ts.Program {
  const options: tstl.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    lib: ['lib.es2023.d.ts'],
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    // The types of `language`, from its source.
    customConditions: ['@cellwake/source'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
    removeComments: true,
    outDir: join(sourceFolder, '..', 'dist'),
    luaTarget: target,
    luaLibImport: tstl.LuaLibImportKind.Require,
    noHeader: true,
    noImplicitSelf: true,
  }
  return ts.createProgram(paths, options as ts.CompilerOptions)
}

function translate(program: ts.Program, files: ts.SourceFile[]): Module[] {
  const { transpiledFiles, diagnostics } = tstl.getProgramTranspileResult(ts.sys, () => undefined, {
    program,
    sourceFiles: files,
  })
  if (diagnostics.length > 0)
    throw new LuaBuildError(
      diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    )
  return transpiledFiles.map(({ fileName, code }) => {
    const path = posix.relative(slashed(sourceFolder), slashed(fileName))
    return { name: nameOf(path), code: withModuleNames(path, code ?? '') }
  })
}

/** Imports are by path from the file; the chunk knows modules by their path from `src`. */
function withModuleNames(path: string, code: string): string {
  return code.replace(/\brequire\("([^"]+)"\)/g, (whole, wanted: string) =>
    wanted.startsWith('.')
      ? `require("${nameOf(posix.join(posix.dirname(path), wanted))}")`
      : whole,
  )
}

function nameOf(path: string): string {
  return path.replace(/\.ts$/, '')
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}

/**
 * `require` is ours. So is `tostring`, because templates call it and Lua's own gives numbers 14 digits, and
 * `math`, because of NaN. The primitives, which they are made in, see Lua's.
 */
function chunkOf(modules: readonly Module[]): string {
  const defined = modules.map(({ name, code }) => {
    const parameters = name === PRIMITIVES ? 'require' : 'require, tostring, math'
    return `modules["${name}"] = function(${parameters})\n${code.trimEnd()}\nend\n`
  })
  return `local cellwake
do
local modules = {}
local loaded = {}
local text, numbers
function cellwake(name)
  local module = loaded[name]
  if module == nil then
    if text == nil and name ~= "${PRIMITIVES}" then
      local primitives = cellwake("${PRIMITIVES}")
      text, numbers = primitives.tostring, primitives.math
    end
    module = modules[name](cellwake, text, numbers)
    loaded[name] = module
  end
  return module
end
${defined.join('')}end
`
}
