// Writes the version of package.json into the clients and the manifests.
import fs from 'node:fs';
import path from 'node:path';

const inRoot = (file) => path.resolve(import.meta.dirname, '../..', file);
const { version } = JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8'));

for (const [file, place] of [
  ['packages/client/package.json', /(?<="version": ")[^"]+/],
  ['packages/sandbox/package.json', /(?<="version": ")[^"]+/],
  ['packages/client-python/src/standing_client/__init__.py', /(?<=^__version__ = ")[^"]+/m],
  ['deploy/kubernetes/base/kustomization.yaml', /(?<=newTag: ).+/],
]) {
  fs.writeFileSync(inRoot(file), fs.readFileSync(inRoot(file), 'utf8').replace(place, version));
}
