import { ConfirmationSeal, type Confirmation } from '../../../core/confirmations/ports.js';
import type { SecretBox } from '../client/secret-box.js';

/** Bound into the sealed text, so that no other secret of the service opens as a confirmation. */
const PURPOSE = 'confirmation';

/** Sealed with `ENCRYPTION_KEY`, which all processes of an installation share. */
export class SealedConfirmations extends ConfirmationSeal {
  constructor(private readonly box: SecretBox) {
    super();
  }

  seal(confirmation: Confirmation): string {
    return this.box.seal(JSON.stringify(confirmation), PURPOSE);
  }

  open(sealed: string): Confirmation | undefined {
    try {
      return JSON.parse(this.box.open(sealed, PURPOSE)) as Confirmation;
    } catch {
      return undefined;
    }
  }
}
