import { MirrorUpdates } from '../../core/maintenance/mirror-updates.js';

/** Mirrors are updated by hand alone. */
export class NoMirrorUpdates extends MirrorUpdates {
  readonly everyMs = undefined;

  run(): Promise<void> {
    return Promise.resolve();
  }
}
