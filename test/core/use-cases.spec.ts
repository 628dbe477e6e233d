import { describe, expect, it } from '@jest/globals';
import { classesUnder } from '../support/constructors.js';

const MAX_PORTS = 6;

const core = classesUnder('src/core');
const ports = new Set(core.filter(({ isAbstract }) => isAbstract).map(({ name }) => name));
const portsOf = (takes: readonly string[]) => takes.filter((name) => ports.has(name));

/** What controllers, processors, schedulers and tools run. */
const usedByModules = new Set(classesUnder('src/modules').flatMap(({ takes }) => takes));
const useCases = core.filter(({ name, publicMethods }) => usedByModules.has(name) && publicMethods.includes('run'));
const useCaseNames = new Set(useCases.map(({ name }) => name));

describe('the use cases of core', () => {
  it('are found, with the ports that they need', () => {
    expect([...useCaseNames]).toEqual(expect.arrayContaining(['VerifyBusiness', 'RunRetrieval', 'BuyCredits']));
    expect([...ports]).toEqual(expect.arrayContaining(['Transaction', 'Ledger', 'Clock']));
  });

  it(`need at most ${MAX_PORTS} ports, and so do the classes that work for them`, () => {
    const tooMany = core
      .filter(({ takes }) => portsOf(takes).length > MAX_PORTS)
      .map(({ name, takes }) => `${name}: ${portsOf(takes).join(', ')}`);
    expect(tooMany).toEqual([]);
  });

  it('never depend on one another', () => {
    const chained = useCases.flatMap(({ name, takes }) =>
      takes.filter((taken) => useCaseNames.has(taken)).map((taken) => `${name} depends on ${taken}`),
    );
    expect(chained).toEqual([]);
  });

  it('have one public method, and the workers another that stops them', () => {
    const several = useCases
      .filter(({ publicMethods }) => publicMethods.some((method) => method !== 'run' && method !== 'stop'))
      .map(({ name, publicMethods }) => `${name}: ${publicMethods.join(', ')}`);
    expect(several).toEqual([]);
  });
});
