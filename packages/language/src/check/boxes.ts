// Boxes of cells in a tree, so that a range is a few nodes of it and not all of its cells. Sorted by
// columns or by rows and packed in groups of 16: ranges are mostly long one way and thin the other,
// and a range costs about as many nodes as it is wide across the sorting.

/** A box on one sheet, with its meaning. */
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

/** The root of the tree; undefined when there are no boxes. Takes the list over. */
export function boxTree(boxes: BoxNode[], by: 'columns' | 'rows'): BoxNode | undefined {
  const compare = by === 'columns' ? byColumns : byRows
  // Most stand in the order of the source already.
  if (!boxes.every((box, i) => i === 0 || compare(boxes[i - 1]!, box) <= 0)) boxes.sort(compare)
  let level = boxes
  while (level.length > 1) {
    const above: BoxNode[] = []
    for (let at = 0; at < level.length; at += 16) above.push(parent(level.slice(at, at + 16)))
    level = above
  }
  return level[0]
}

function byColumns(a: Box, b: Box): number {
  return a.column - b.column || a.row - b.row
}

function byRows(a: Box, b: Box): number {
  return a.row - b.row || a.column - b.column
}

/** A box itself. */
export function leaf(
  column: number,
  row: number,
  lastColumn: number,
  lastRow: number,
  owner: number,
): BoxNode {
  return { column, row, lastColumn, lastRow, owner, children: none }
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
