import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const MODULES = 'src/modules';

function parsed(ending: string): ts.SourceFile[] {
  return readdirSync(MODULES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(MODULES, file))
    .map((file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
}

function* nodesOf(node: ts.Node): Iterable<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodesOf(child);
}

/** Routes that are part of the documented interface: `@ApiVerifyBusiness()`. */
function* documentedRoutes(source: ts.SourceFile): Iterable<ts.MethodDeclaration> {
  for (const node of nodesOf(source)) {
    if (!ts.isMethodDeclaration(node)) continue;
    if (ts.getDecorators(node)?.some((decorator) => /^@Api\w+\(/.test(decorator.getText()))) yield node;
  }
}

const place = (node: ts.Node) => {
  const source = node.getSourceFile();
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
};

describe('every documented answer', () => {
  const routes = parsed('.controller.ts').flatMap((source) => [...documentedRoutes(source)]);

  it('comes from a mapper: no controller writes one itself', () => {
    expect(routes.length).toBeGreaterThan(40);
    const written = routes.flatMap((route) =>
      [...nodesOf(route)]
        .filter(ts.isReturnStatement)
        .filter(({ expression }) => expression && ts.isObjectLiteralExpression(expression))
        .map(place),
    );
    expect(written).toEqual([]);
  });

  it('has a mapper whose type follows from the documented schema', () => {
    const mappers = parsed('.response.ts').flatMap((source) =>
      [...nodesOf(source)].filter(ts.isFunctionDeclaration).filter(({ name }) => name?.text.endsWith('Answer')),
    );
    expect(mappers.length).toBeGreaterThan(20);
    expect(mappers.filter(({ type }) => type === undefined).map(place)).toEqual([]);
  });

  it('has its mapper beside its schema', () => {
    const elsewhere = parsed('.controller.ts').flatMap((source) =>
      [...nodesOf(source)].filter(ts.isFunctionDeclaration).filter(({ name }) => name?.text.endsWith('Answer')),
    );
    expect(elsewhere.map(place)).toEqual([]);
  });
});
