import type { FormRelation } from '../parsing/legal-forms.js';
import type { AlternativeKind } from '../parsing/normalise.js';
import type { Alignment } from './align.js';

export type Route = 'main' | AlternativeKind;

/** The ways that leave out what follows the legal form. */
export const LEAVES_TAIL: ReadonlySet<Route> = new Set<Route>(['head', 'divisionless', 'tailless']);

export interface Path {
  routes: readonly [asked: Route, official: Route];
  forms: FormRelation;
  alignment: Alignment;
}
