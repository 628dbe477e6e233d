import { randomUUID } from 'node:crypto';
import { toClaimed } from '../../src/adapters/postgres/watches/claimed-check.js';

const DUE = new Date('2026-03-01T12:00:00Z');

function claimed(row: object) {
  const ids = { id: randomUUID(), account_id: randomUUID(), entity_id: randomUUID(), key_id: null, check_job: null };
  return toClaimed({ ...ids, check_asked: false, next_check_at: DUE, ...row } as never, 'claim-1');
}

describe('a claimed check', () => {
  it('is regular when it is due by the clock and was not requested', () => {
    expect(claimed({}).isRegular).toBe(true);
    expect(claimed({ check_asked: true }).isRegular).toBe(false);
    expect(claimed({ next_check_at: null }).isRegular).toBe(false);
    expect(claimed({ check_asked: true, next_check_at: null }).isRegular).toBe(false);
  });

  it('continues with the job that it had, and creates one when it had none', () => {
    const job = randomUUID();
    expect(claimed({ check_job: job }).jobId).toBe(claimed({ check_job: job }).jobId);
    expect(claimed({}).jobId).not.toBe(claimed({}).jobId);
    expect(claimed({ key_id: null }).keyId).toBeUndefined();
    expect(claimed({ key_id: job }).keyId).toMatch(/^key_/);
  });
});
