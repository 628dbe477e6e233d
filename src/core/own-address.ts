/** Where this service can be reached from outside. */
export abstract class ServiceAddress {
  /** The whole address of a path of ours, which begins with a slash. */
  abstract of(path: string): string;
}
