/** What the operator decides about agents. */
export class AgentSettings {
  constructor(
    /** Requests a minute and network address for callers without credentials. */
    readonly anonymousPerMinute: number,
  ) {}
}
