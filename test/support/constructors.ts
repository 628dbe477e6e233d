import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface SourceClass {
  file: string;
  name: string;
  isAbstract: boolean;
  /** The names of the types of its constructor's parameters. */
  takes: string[];
  /** What others can call, inherited methods left out. */
  publicMethods: string[];
}

/** The classes that are declared under a folder, as the compiler's parser reads them. */
export function classesUnder(folder: string): SourceClass[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))
    .flatMap((file) => {
      const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
      return source.statements.filter(ts.isClassDeclaration).map((declared) => classOf(file, declared));
    });
}

function classOf(file: string, declared: ts.ClassDeclaration): SourceClass {
  const constructor = declared.members.find(ts.isConstructorDeclaration);
  const types = constructor?.parameters.map(({ type }) => type) ?? [];
  return {
    file,
    name: declared.name?.text ?? '',
    isAbstract: has(declared, ts.SyntaxKind.AbstractKeyword),
    takes: types.flatMap((type) => (type && ts.isTypeReferenceNode(type) ? [type.typeName.getText()] : [])),
    publicMethods: declared.members
      .filter(ts.isMethodDeclaration)
      .filter((method) => !has(method, ts.SyntaxKind.PrivateKeyword) && !has(method, ts.SyntaxKind.ProtectedKeyword))
      .map((method) => method.name.getText()),
  };
}

function has(node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false;
}
