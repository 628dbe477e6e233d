/** Where this service can be reached from outside. */
export abstract class ServiceAddress {
  /** The absolute address of one of our paths, which begins with a slash. */
  abstract of(path: string): string;
}
