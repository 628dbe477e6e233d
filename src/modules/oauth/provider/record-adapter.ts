import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { OAuthRecords } from '../../../core/oauth/ports.js';
import { sayWhenUnavailable, type OAuthLibrary } from './oauth-library.js';

/** The provider's storage adapter, with the library's own errors. */
export function recordAdapter(records: OAuthRecords, library: OAuthLibrary): new (model: string) => Adapter {
  const { errors } = library;
  const inItsWords = <T>(work: Promise<T>) => sayWhenUnavailable(work, library);
  return class implements Adapter {
    constructor(private readonly model: string) {}

    async upsert(id: string, payload: AdapterPayload, expiresInSeconds: number): Promise<void> {
      await inItsWords(records.upsert(this.model, id, { ...payload }, expiresInSeconds));
    }

    async find(id: string) {
      return inItsWords(records.find(this.model, id));
    }

    async findByUid(uid: string) {
      return inItsWords(records.findByUid(this.model, uid));
    }

    /** Only the device flow has user codes, and it is disabled. */
    async findByUserCode() {
      return undefined;
    }

    async consume(id: string): Promise<void> {
      // If two requests use the same code or token at once, the second fails.
      if (!(await inItsWords(records.consume(this.model, id)))) throw new errors.InvalidGrant('it was used already');
    }

    async destroy(id: string): Promise<void> {
      await inItsWords(records.destroy(this.model, id));
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      await inItsWords(records.revokeByGrant(grantId));
    }
  };
}
