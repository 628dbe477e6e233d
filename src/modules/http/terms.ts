/**
 * The terms of service, which belong to the operator of an installation and not to the software.
 */
export class Terms {
  constructor(
    /** Where they are published, if they are. */
    readonly url: string | undefined,
  ) {}
}
