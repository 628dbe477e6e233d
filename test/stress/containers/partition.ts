import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Container } from './engine.js';

const run = promisify(execFile);

/**
 * Silently drops all traffic between these containers and `peer` until the returned function is
 * called. The rules live in the containers' own networks and disappear with them. Needs root, as
 * the containers may not change them.
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
