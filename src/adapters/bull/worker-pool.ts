/** Places of this process for tasks that are handed over to it directly, past the queue. */
export class WorkerPool {
  private readonly running = new Set<string>();

  constructor(private readonly places: number) {}

  /**
   * Whether the task of this key is worked on here now: `work` is begun unless it is already, or
   * all places are taken.
   */
  take(key: string, work: () => Promise<void>): boolean {
    if (this.running.has(key)) return true;
    if (this.running.size >= this.places) return false;
    this.running.add(key);
    void work().finally(() => this.running.delete(key));
    return true;
  }
}
