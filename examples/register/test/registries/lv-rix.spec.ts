import { ConfiguredRegistries } from '../../src/adapters/registries/configured-registries.js';
import { startRegisterDouble, type RegisterDouble } from './register-double.js';

/** Fictional records in the shape that the register's own answers have. */
describe('records of lv-rix', () => {
  let double: RegisterDouble;
  let registries: ConfiguredRegistries;
  let unknown: string[];

  beforeEach(async () => {
    double = await startRegisterDouble();
    unknown = [];
    registries = new ConfiguredRegistries({
      mode: 'live',
      urls: { 'lv-rix': double.origin },
      credentials: {},
      pace: {},
      timeoutMs: 2_000,
      log: { warn: () => undefined },
      onUnknownStatus: ({ status }) => unknown.push(status),
    });
  });
  afterEach(async () => {
    await registries.close();
    await double.close();
  });

  const listed = (fields: object) => {
    const record = {
      regcode: '90000001',
      name: 'SIA "Imaginary Something"',
      type_text: 'Sabiedrība ar ierobežotu atbildību',
      registered: '2001-02-03',
      closed: null,
      address: 'Rīga, Iedomu iela 1',
      index: '1001',
      ...fields,
    };
    double.replyWith(() => ({ body: JSON.stringify({ success: true, result: { records: [record], total: 1 } }) }));
    return registries.of('lv-rix');
  };
  const { signal } = new AbortController();

  it('show what the register publishes of a live entity', async () => {
    await expect(listed({}).fetch('90000001', signal)).resolves.toMatchObject({
      id: '90000001',
      name: 'SIA "Imaginary Something"',
      status: 'active',
      goodStanding: null,
      entityType: 'Sabiedrība ar ierobežotu atbildību',
      formationDate: '2001-02-03',
      details: { principalAddress: { line1: 'Rīga, Iedomu iela 1', postalCode: '1001' } },
    });
  });

  it.each([
    ['L', 'Likvidēts'],
    ['R', 'Reorganizēts'],
  ])('say that an entity has ended: %s', async (closed, statusDetail) => {
    const found = listed({ closed }).fetch('90000001', signal);
    await expect(found).resolves.toMatchObject({ status: 'dissolved', statusDetail, goodStanding: false });
  });

  it('make no guess at a status that is not known, and count it', async () => {
    const found = listed({ closed: 'X' }).fetch('90000001', signal);
    await expect(found).resolves.toMatchObject({ status: 'unknown', goodStanding: null });
    expect(unknown).toEqual(['X']);
  });

  it('are none of this jurisdiction when the seat is elsewhere, and withheld when no seat is said', async () => {
    await expect(
      listed({ address: 'Liepāja, Iedomu iela 1' }).findByNumber('90000001', signal),
    ).resolves.toBeUndefined();
    const withheld = { id: '90000001', withholds: 'seat' };
    await expect(listed({ address: null }).findByNumber('90000001', signal)).resolves.toEqual(withheld);
  });
});
