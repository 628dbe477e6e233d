import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { MAX_EMAIL_LENGTH } from '../../src/core/accounts/email-address.js';
import { FREE_CREDITS, PACKAGES } from '../../src/core/billing/packages.js';
import { PRICES } from '../../src/core/billing/pricing.js';
import * as limits from '../../src/core/limits.js';

/** The sources in which a limit could be written a second time. The client and the sandbox stand alone, and matching has weights of its own. */
const FOLDERS = ['src/core', 'src/modules', 'src/config', 'src/bootstrap', 'src/commands'];
const LEFT_OUT = /\.generated\.ts$|^src\/core\/matching\/|^src\/commands\/report\//;

function filesUnder(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file))
    .filter((file) => !LEFT_OUT.test(file));
}

const parse = (file: string, text = readFileSync(file, 'utf8')) =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

function* nodesOf(node: ts.Node): Iterable<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodesOf(child);
}

const place = (node: ts.Node) => {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${source.fileName}:${line + 1}: ${node.getText().slice(0, 80)}`;
};

/** Decorators and functions that bound a field. */
const BOUNDS = new Set(['Text', 'Length', 'MaxLength', 'MinLength', 'Max', 'Min', 'ArrayMaxSize']);
/** Fields of answers whose bound is a limit of requests too. */
const MIRRORED = new Set(['label', 'email', 'limit', 'per_jurisdiction', 'jobs', 'job_ids', 'transactions', 'actions']);

function isBound(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && BOUNDS.has(node.expression.getText());
}

/** More than nought and one, which mean "any" and "not empty", and bounds of the numbers that a machine can hold. */
function isLimit(node: ts.Node): node is ts.NumericLiteral {
  return ts.isNumericLiteral(node) && Number(node.text) > 1 && Number(node.text) < 2_000_000_000;
}

/** Bounds of requests that are written as a number. */
function unnamedBounds(source: ts.SourceFile): string[] {
  return [...nodesOf(source)].filter(isBound).flatMap((call) => call.arguments.filter(isLimit).map(() => place(call)));
}

function mirroredBounds(source: ts.SourceFile): string[] {
  return [...nodesOf(source)]
    .filter(ts.isPropertyAssignment)
    .filter(({ name }) => MIRRORED.has(name.getText()))
    .filter(({ initializer }) => [...nodesOf(initializer)].some(isLimit))
    .map(place);
}

const AMOUNT = String.raw`(?:\d+|two|three|five|ten|fifteen|twenty|twenty-five|fifty)`;
/** What a text says of a limit or a price must come from its constant. */
const SAID = [
  new RegExp(String.raw`\b${AMOUNT} (?:free )?credits?\b`, 'i'),
  new RegExp(String.raw`\b${AMOUNT} (?:jurisdictions|registers|codes)\b`, 'i'),
  new RegExp(String.raw`\b${AMOUNT} (?:wrong )?tries\b`, 'i'),
  new RegExp(String.raw`\b(?:1 to|at most|up to) ${AMOUNT} (?:characters|seconds|keys|entries)\b`, 'i'),
];

/** The amount that `inCredits` writes for one credit, and nothing else. */
const DEFINITIONS_OF_TEXT = new Set(['1 credit']);

function saidInTexts(source: ts.SourceFile): string[] {
  return [...nodesOf(source)]
    .filter(
      (node) => ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node),
    )
    .filter(({ text }) => !DEFINITIONS_OF_TEXT.has(text) && SAID.some((saying) => saying.test(text)))
    .map(place);
}

const NAMED = { ...limits, MAX_EMAIL_LENGTH, FREE_CREDITS, PACKAGES, PRICES };

function declared(source: ts.SourceFile): { name: string; at: string }[] {
  return [...nodesOf(source)]
    .filter(ts.isVariableDeclaration)
    .filter(({ name }) => name.getText() in NAMED)
    .map((node) => ({ name: node.name.getText(), at: place(node) }));
}

describe('a limit or a price stands once', () => {
  const sources = FOLDERS.flatMap((folder) => filesUnder(folder, '.ts')).map((file) => parse(file));

  it('as one constant', () => {
    const all = sources.flatMap(declared);
    const names = all.map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(NAMED).toSorted());
    expect(all.filter(({ at }) => !at.startsWith('src/core/'))).toEqual([]);
  });

  it('which the bounds of requests name', () => {
    const dtos = sources.filter(({ fileName }) => /\.dto\.ts$|tool-inputs\.ts$|paging\.ts$/.test(fileName));
    expect(dtos.length).toBeGreaterThan(8);
    expect(dtos.flatMap(unnamedBounds)).toEqual([]);
  });

  it('which the bounds of answers name', () => {
    const responses = sources.filter(({ fileName }) => fileName.endsWith('.response.ts'));
    expect(responses.length).toBeGreaterThan(8);
    expect(responses.flatMap(mirroredBounds)).toEqual([]);
  });

  it('which texts, schemas and pages name', () => {
    expect(sources.flatMap(saidInTexts)).toEqual([]);
  });

  it('which skills name', () => {
    const skills = filesUnder('src/modules/discovery/skills', '.md');
    expect(skills.length).toBeGreaterThan(3);
    const said = skills.filter((file) => SAID.some((saying) => saying.test(readFileSync(file, 'utf8'))));
    expect(said).toEqual([]);
  });

  it.each([
    ['a bound of a request', `class A { @MaxLength(300) name!: string }`, unnamedBounds],
    ['a bound of an answer', `const A = z.object({ label: text('Its label.', 100) })`, mirroredBounds],
    ['a price in a text', `const doc = { description: 'Costs 15 credits.' }`, saidInTexts],
    ['a limit in a text', 'const text = `Up to ten jurisdictions; ${more}`', saidInTexts],
    ['a second constant', `const MAX_JURISDICTIONS = 10`, declared],
  ])('and a copy is found: %s', (_what, text, find) => {
    expect(find(parse('planted.ts', text))).toHaveLength(1);
  });
});
