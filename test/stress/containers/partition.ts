import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Container } from './engine.js';

const run = promisify(execFile);

/**
 * From now on whatever goes between these containers and `peer` is lost without a word; the answer heals it. The rules are those of the containers' own
 * networks and go with them. Needs root: the containers themselves have no right to them.
 */
export async function cut(peer: Container, containers: readonly Container[]): Promise<() => Promise<void>> {
  const addresses = Object.values(peer.NetworkSettings.Networks).map(({ IPAddress }) => IPAddress);
  const rules = containers.flatMap(({ State }) =>
    addresses.flatMap((address) => [
      { pid: State.Pid, rule: ['OUTPUT', '--destination', address] },
      { pid: State.Pid, rule: ['INPUT', '--source', address] },
    ]),
  );
  const each = async (what: '--insert' | '--delete') => {
    for (const { pid, rule } of rules)
      await run('nsenter', ['--target', String(pid), '--net', 'iptables', what, ...rule, '--jump', 'DROP']);
  };
  await each('--insert');
  return () => each('--delete');
}
