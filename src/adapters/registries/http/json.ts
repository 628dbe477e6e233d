import { changedFormat } from './fields.js';

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
