import type { Alias } from '../../core/registries/record.js';
import { alias, text } from '../../adapters/registries/http/fields.js';
import { part, type Json } from '../../adapters/registries/http/json.js';

/** Replaces all or part of a field if a unit objects to publication. */
export const NOT_PUBLISHED = /\[(?:ND|NON[- ]DIFFUSIBLE|X{2,})\]/i;
/** `nom_complet` has it in place of the brand. */
const NO_BRAND = / ?\(\[(?:ND|NON[- ]DIFFUSIBLE|X{2,})\]\)$/i;
const BIRTH_NAME = / \(([^()]+)\)$/;
/** Entrepreneur individuel. */
const PERSON = '1000';

/**
 * Reads `nom_complet` of a unit without `nom_raison_sociale`. To the name of a person it adds the
 * birth name in brackets; then, to every name, the brand of the head office and the acronym, each in
 * brackets of its own.
 */
export function personalName(unit: Json): { name: string | null; birthName?: string } {
  const office = part(unit, 'siege') ?? {};
  const written = (text(unit, 'nom_complet') ?? '').replace(NO_BRAND, '');
  const added = [text(unit, 'sigle'), text(office, 'nom_commercial')];
  const own = added.reduce<string>((name, other) => withoutBracketed(name, other), written);
  if (own === '' || NOT_PUBLISHED.test(own)) return { name: null };
  const birth = text(unit, 'nature_juridique') === PERSON ? BIRTH_NAME.exec(own)?.[1] : undefined;
  return birth === undefined ? { name: own } : { name: own.replace(BIRTH_NAME, ''), birthName: birth };
}

/** The given name with the birth name, if the rest is one given name and one surname. */
export function birthName(unit: Json): Alias[] {
  const read = () => {
    const { name, birthName: birth } = personalName(unit);
    const [given, ...surnames] = name?.split(' ') ?? [];
    return birth !== undefined && given !== undefined && surnames.length === 1 ? `${given} ${birth}` : null;
  };
  return text(unit, 'nom_raison_sociale') === null ? alias('former', read) : [];
}

function withoutBracketed(name: string, other: string | null): string {
  const added = ` (${other ?? ''})`;
  return other !== null && name.toUpperCase().endsWith(added.toUpperCase()) ? name.slice(0, -added.length) : name;
}
