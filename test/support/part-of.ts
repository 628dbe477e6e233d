/** A stand-in with the members that the test's subject calls. */
export function partOf<T>(given: Partial<T>): T {
  return given as T;
}
