// What a model in memory is made of. Hosts need not look inside, but for `broken`.

export interface ModelState {
  /** A call ended half way, by an error that is not the model's: load it anew. */
  broken: boolean
}
