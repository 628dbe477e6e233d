import { askedRegister } from '../asked-register.js';

const never = new AbortController().signal;
const register = askedRegister();
const { adapter, reply, fetch, expectWithheld } = register;

describe('Norway', () => {
  const unit = {
    organisasjonsnummer: '199000001',
    navn: 'IMAGINARY SOMETHING AS',
    forretningsadresse: { kommunenummer: '0301' },
  };

  it('has no address where only the number of the municipality is left', async () => {
    reply(({ path }) => (path.endsWith('/roller') ? { rollegrupper: [] } : unit));
    await expect(fetch(adapter('no-03'), '199000001')).resolves.toMatchObject({
      details: { principalAddress: null },
    });
  });

  it('leaves out officers who left or were struck off', async () => {
    const role = (etternavn: string, more: object) => ({
      person: { navn: { fornavn: 'Fictional', etternavn } },
      ...more,
    });
    const roller = [
      role('One', { fratraadt: false, avregistrert: false }),
      role('Two', { fratraadt: true, avregistrert: false }),
      role('Three', { fratraadt: false, avregistrert: true }),
    ];
    reply(({ path }) => (path.endsWith('/roller') ? { rollegrupper: [{ roller }] } : unit));
    const record = await fetch(adapter('no-03'), '199000001');
    expect(record!.details.officers).toEqual([{ name: 'Fictional One', title: null }]);
  });

  it('finds a unit by number in one request', async () => {
    reply(() => unit);
    await expect(adapter('no-03').findByNumber('199000001', never)).resolves.toMatchObject({ id: '199000001' });
    expect(register.double.requests).toHaveLength(1);
  });

  it('distinguishes an unknown number, an unpublished unit and a page that is not the register’s', async () => {
    const registry = adapter('no-03');
    register.double.replyWith(() => ({ status: 404, body: '{"status":404}' }));
    await expect(registry.findByNumber('199000001', never)).resolves.toBeUndefined();
    await expect(registry.fetch('199000001', never)).resolves.toBeUndefined();
    register.double.replyWith(() => ({ status: 410, body: '{"status":410}' }));
    await expectWithheld(registry, '199000001', 'record');
    register.double.replyWith(() => ({ status: 410, body: '<html>Gone</html>' }));
    await expect(registry.findByNumber('199000001', never)).rejects.toThrow('answered HTTP 410');
  });

  it('finds a business by the number of one of its sub-units', async () => {
    const sub = {
      organisasjonsnummer: '199000011',
      navn: 'IMAGINARY SOMETHING AVD HAVN',
      overordnetEnhet: '199000001',
    };
    const publish = (units: Record<string, object>, subUnits: Record<string, object>) =>
      reply(({ path }) => {
        const [, kind, number = ''] = /\/(enheter|underenheter)\/(\d+)$/.exec(path) ?? [];
        if (path.endsWith('/199000001/roller')) return { rollegrupper: [] };
        return (kind === 'underenheter' ? subUnits : units)[number];
      });
    const registry = adapter('no-03');
    publish({ '199000001': unit }, { '199000011': sub });
    const found = { id: '199000001', name: 'IMAGINARY SOMETHING AS' };
    await expect(registry.findByNumber('199000011', never)).resolves.toMatchObject(found);
    await expect(registry.fetch('199000011', never)).resolves.toMatchObject({ ...found, details: { officers: [] } });
    await expect(registry.findByNumber('199000028', never)).resolves.toBeUndefined();
    const elsewhere = { ...unit, forretningsadresse: { kommunenummer: '4601' } };
    publish({ '199000001': elsewhere }, { '199000011': sub, '199000001': { overordnetEnhet: '199000028' } });
    const moved = { id: '199000001', movedTo: 'no-46' };
    await expect(registry.findByNumber('199000011', never)).resolves.toEqual(moved);
    await expect(registry.findByNumber('199000001', never)).resolves.toEqual(moved);
    publish({}, { '199000011': { ...sub, overordnetEnhet: undefined, slettedato: '2023-12-30' } });
    await expectWithheld(registry, '199000011', 'record');
  });

  it('answers for a deleted unit by number only if it still shows its county, or is known to be of it', async () => {
    const deleted = { ...unit, slettedato: '2024-01-31' };
    const registry = adapter('no-03');
    const here = { ...deleted, forretningsadresse: { kommunenummer: '0301' } };
    reply(({ path }) => (path.endsWith('/roller') ? undefined : here));
    await expect(registry.findByNumber('199000001', never)).resolves.toMatchObject({ status: 'dissolved' });
    reply(() => ({ ...deleted, forretningsadresse: { kommunenummer: '4601', kommune: 'BERGEN' } }));
    const moved = { id: '199000001', movedTo: 'no-46', place: 'BERGEN' };
    await expect(registry.findByNumber('199000001', never)).resolves.toEqual(moved);
    reply(({ path }) => (path.endsWith('/roller') ? undefined : { ...deleted, forretningsadresse: undefined }));
    const ended = { status: 'dissolved', name: 'IMAGINARY SOMETHING AS' };
    const withheld = { id: '199000001', withholds: 'seat', ended };
    await expect(registry.findByNumber('199000001', never)).resolves.toMatchObject(withheld);
    await expect(registry.fetch('199000001', never)).resolves.toMatchObject(ended);
  });

  it('reports the seat as withheld by number for a unit without a business address', async () => {
    const { forretningsadresse: _, ...unplaced } = unit;
    reply(() => ({ ...unplaced, postadresse: { kommunenummer: '0301' } }));
    await expectWithheld(adapter('no-03'), '199000001', 'seat');
    reply(() => ({ ...unit, forretningsadresse: { landkode: 'SE', land: 'Sverige' } }));
    const abroad = { id: '199000001', movedTo: undefined, place: 'Sverige' };
    await expect(adapter('no-03').findByNumber('199000001', never)).resolves.toEqual(abroad);
  });
});
