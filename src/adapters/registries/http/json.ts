import { noteCell } from '../../../core/registries/reading.js';
import { changedFormat, text, type Row } from './fields.js';

/**
 * An object of a register's answer; its parts are read with the functions for cells, or with these.
 */
export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; an error that names it when it is something else. */
export function objectOf(value: unknown, what: string): Json {
  if (!isObject(value)) throw changedFormat(`${what} is not an object`);
  return value;
}

/** The part as an object, `undefined` when it is missing or null. */
export function part(parent: Json, name: string): Json | undefined {
  const value = parent[name];
  return value === undefined || value === null ? undefined : objectOf(value, name);
}

/** Whether it is there and true. */
export function isTrue(parent: Json, name: string): boolean {
  if (typeof parent[name] === 'boolean') noteCell(parent, name);
  return parent[name] === true;
}

/** The texts of a list, as rows of which each is read at its place; none where there is no list. */
export function eachText<T>(parent: Json, name: string, read: (list: Row, place: string) => T): T[] {
  const list = parent[name];
  if (!Array.isArray(list)) return [];
  // A list is an object whose fields are its places.
  const row = list as unknown as Row;
  return Object.keys(list).flatMap((place) => (text(row, place) === null ? [] : [read(row, place)]));
}

/** The list of objects under this name; an error that names it when it is missing. */
export function listOf(parent: Json, name: string): readonly Json[] {
  const value = parent[name];
  if (!Array.isArray(value) || !value.every(isObject)) throw changedFormat(`an answer without a list of ${name}`);
  return value;
}

/** Like `listOf`, and empty when it is missing or null. */
export function optionalList(parent: Json, name: string): readonly Json[] {
  const value = parent[name];
  return value === undefined || value === null ? [] : listOf(parent, name);
}
