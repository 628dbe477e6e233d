import { noteCell } from '../../../core/registries/reading.js';
import { changedFormat, text, type Row } from './fields.js';

/**
 * An object in a register's response. Read its parts with the cell functions or with those below.
 */
export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value as an object. Throws an error that names it if it is not one. */
export function objectOf(value: unknown, what: string): Json {
  if (!isObject(value)) throw changedFormat(`${what} is not an object`);
  return value;
}

/** Returns the part as an object. `undefined` if it is missing or null. */
export function part(parent: Json, name: string): Json | undefined {
  const value = parent[name];
  return value === undefined || value === null ? undefined : objectOf(value, name);
}

export function isTrue(parent: Json, name: string): boolean {
  if (typeof parent[name] === 'boolean') noteCell(parent, name);
  return parent[name] === true;
}

/**
 * Reads each text of a list, with the list as the row and the index as the column. Empty if there
 * is no list.
 */
export function eachText<T>(parent: Json, name: string, read: (list: Row, place: string) => T): T[] {
  const list = parent[name];
  if (!Array.isArray(list)) return [];
  // An array is an object whose keys are its indexes.
  const row = list as unknown as Row;
  return Object.keys(list).flatMap((place) => (text(row, place) === null ? [] : [read(row, place)]));
}

/** Returns the list of objects with this name. Throws an error that names it if it is missing. */
export function listOf(parent: Json, name: string): readonly Json[] {
  const value = parent[name];
  if (!Array.isArray(value) || !value.every(isObject)) throw changedFormat(`an answer without a list of ${name}`);
  return value;
}

/** Like `listOf`, but empty if it is missing or null. */
export function optionalList(parent: Json, name: string): readonly Json[] {
  const value = parent[name];
  return value === undefined || value === null ? [] : listOf(parent, name);
}
