import { spawnSync } from 'node:child_process';

export const NO_FLIT =
  'No Python here has flit_core. Install it with `pip install flit_core` or `apt-get install flit`.';

/** Returns the first Python that has the build backend of the client. */
export function pythonWithFlit() {
  return ['python3', '/usr/bin/python3'].find((each) => spawnSync(each, ['-c', 'import flit_core']).status === 0);
}
