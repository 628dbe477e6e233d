/** How long a search waits for its registers when the caller says nothing. */
export class SearchWait {
  constructor(readonly defaultMs: number) {}
}
