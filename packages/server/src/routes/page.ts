// Pages of a list, newest first.

export interface PageQuery {
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

/** As the engine takes it: nothing that is not given. */
export function paged(
  { before, limit }: PageQuery,
  rows: number,
): { readonly before?: number; readonly limit: number } {
  return { ...(before !== undefined && { before }), limit: limit ?? rows }
}
