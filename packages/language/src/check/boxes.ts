// Boxes of cells in a tree, so that a range is a few nodes of it and not all of its cells. Sorted by
// columns or by rows and packed in groups of 16: ranges are mostly long one way and thin the other,
// and a range costs about as many nodes as it is wide across the sorting.

import { SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../limits.ts'

/** A box on one sheet, with what it stands for. */
export interface Box {
  readonly column: number
  readonly row: number
  readonly lastColumn: number
  readonly lastRow: number
  readonly owner: number
}

export interface BoxNode extends Box {
  /** Empty for a box itself. */
  readonly children: readonly BoxNode[]
}

/** The root of the tree; undefined when there are no boxes. */
export function boxTree(boxes: readonly Box[], by: 'columns' | 'rows'): BoxNode | undefined {
  const place =
    by === 'columns'
      ? ({ column, row }: Box) => column * (SHEET_MAX_ROWS + 1) + row
      : ({ column, row }: Box) => row * (SHEET_MAX_COLUMNS + 1) + column
  let level: BoxNode[] = boxes
    .map((box) => ({ box, at: place(box) }))
    .sort((a, b) => a.at - b.at)
    .map(({ box: { column, row, lastColumn, lastRow, owner } }) => {
      return { column, row, lastColumn, lastRow, owner, children: none }
    })
  while (level.length > 1) {
    const above: BoxNode[] = []
    for (let at = 0; at < level.length; at += 16) above.push(parent(level.slice(at, at + 16)))
    level = above
  }
  return level[0]
}

/** The highest nodes that lie inside a range, and the boxes that cross its edge. */
export function nodesInside(
  root: BoxNode,
  column: number,
  row: number,
  lastColumn: number,
  lastRow: number,
): BoxNode[] {
  const found: BoxNode[] = []
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.column > lastColumn || node.lastColumn < column) continue
    if (node.row > lastRow || node.lastRow < row) continue
    const inside =
      node.column >= column &&
      node.lastColumn <= lastColumn &&
      node.row >= row &&
      node.lastRow <= lastRow
    if (inside || node.children.length === 0) found.push(node)
    else for (const child of node.children) waiting.push(child)
  }
  return found
}

const none: readonly BoxNode[] = []

function parent(children: readonly BoxNode[]): BoxNode {
  let { column, row, lastColumn, lastRow } = children[0]!
  for (const child of children) {
    column = Math.min(column, child.column)
    row = Math.min(row, child.row)
    lastColumn = Math.max(lastColumn, child.lastColumn)
    lastRow = Math.max(lastRow, child.lastRow)
  }
  return { column, row, lastColumn, lastRow, owner: -1, children }
}
