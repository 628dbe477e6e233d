import type { RegisterFacts } from '../../core/registries/register.js';
import type { BulkFormat } from './bulk/formats/bulk-format.js';
import type { Connect, Credential } from './register.js';

/** The exports of a register folder's `adapter.ts`. */
export interface RegisterFolder {
  /** Several jurisdictions may share one register. */
  facts: RegisterFacts | readonly RegisterFacts[];
  /** For a register with an API. */
  connect?: Connect;
  /** For a register published as a file. */
  format?: BulkFormat;
  /** Those that an operator may have to obtain; registers of one portal declare the same. */
  credentials?: readonly Credential[];
}

/** A credential, with the codes of the registers that it is for. */
export interface DeclaredCredential extends Credential {
  codes: readonly string[];
}

/** The registers of this build: what is known of each, and how it is asked or read. */
export class RegisterTable {
  /** In the order of lists. */
  readonly facts: readonly RegisterFacts[];
  /** By jurisdiction code. */
  readonly connections: ReadonlyMap<string, Connect>;
  readonly formats: readonly BulkFormat[];
  /** Each once. */
  readonly credentials: readonly DeclaredCredential[];

  constructor(private readonly folders: readonly RegisterFolder[]) {
    this.facts = folders.flatMap(({ facts }) => facts);
    this.connections = new Map(
      folders.flatMap(({ facts, connect }) =>
        connect ? [facts].flat().map(({ code }): [string, Connect] => [code, connect]) : [],
      ),
    );
    this.formats = folders.flatMap(({ format }) => format ?? []);
    this.credentials = declaredIn(folders);
  }

  /** Returns those that are always in force, with the `added` ones of the others. */
  inForce(added: readonly string[]): RegisterTable {
    const isInForce = ({ code, optIn }: RegisterFacts) => optIn !== true || added.includes(code);
    const folders = this.folders.map((folder) => ({ ...folder, facts: [folder.facts].flat().filter(isInForce) }));
    return new RegisterTable(folders.filter(({ facts }) => facts.length > 0));
  }

  /** `undefined` for a register that is not published as a file. */
  format(code: string): BulkFormat | undefined {
    return this.formats.find((format) => format.code === code);
  }
}

function declaredIn(folders: readonly RegisterFolder[]): DeclaredCredential[] {
  const declared = new Map<string, DeclaredCredential>();
  for (const { facts, credentials = [] } of folders) {
    const codes = [facts].flat().map(({ code }) => code);
    for (const credential of credentials) {
      const { codes: others = [] } = declared.get(credential.variable) ?? {};
      declared.set(credential.variable, { ...credential, codes: [...others, ...codes] });
    }
  }
  return [...declared.values()];
}
