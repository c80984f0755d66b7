// The id of a model that comes from a file: the name in its header, else that of the file.

import { basename } from 'node:path'
import { parse } from '@cellwake/language'

export function modelIdOf(file: string, source: string): string {
  const title = parse(source).model.statements.flatMap((statement) =>
    statement.type === 'header' && statement.word === 'MODEL'
      ? statement.values.map(({ value }) => value)
      : [],
  )[0]
  return slug(title ?? '') || slug(basename(file).replace(/\.[^.]*$/, '')) || 'model'
}

function slug(text: string): string {
  const id = text.toLowerCase().replace(/[^a-z0-9_.-]+/g, '-')
  return id.replace(/^[-.]+|[-.]+$/g, '')
}
