import { UploadBatch } from '../../src/core/batches/upload-batch.js';
import { newId } from '../../src/core/ids.js';
import { MAX_UPLOADS_AT_ONCE } from '../../src/core/limits.js';

describe('the limit on uploads at once', () => {
  it.each([
    ['file', undefined],
    ['retry', newId('bat')],
  ])('names a %s that was not stored', async (sent, retryOf) => {
    let store: () => void = () => undefined;
    const stored = new Promise<void>((resolve) => (store = resolve));
    const batches = { begin: () => stored, drop: () => Promise.resolve() };
    const uploading = new UploadBatch(batches as never, ...([] as unknown as Rest));
    const caller = { accountId: newId('acc'), limits: { budgets: {} } };
    const upload = (of: { retryOf?: string | undefined }) =>
      uploading.run(caller as never, { rows: [], start: false, ...of } as never);
    const open = Array.from({ length: MAX_UPLOADS_AT_ONCE }, () => upload({}));
    await expect(upload({ retryOf })).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      message: `${MAX_UPLOADS_AT_ONCE} files or retries of this account are already being stored, the maximum. This ${sent} was not stored.`,
    });
    store();
    expect((await Promise.allSettled(open)).map(({ status }) => status)).toEqual(open.map(() => 'rejected'));
  });
});

type Rest = ConstructorParameters<typeof UploadBatch> extends [unknown, ...infer Others] ? Others : never;
