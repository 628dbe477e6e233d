import type { FormRelation } from '../parsing/legal-forms.js';
import type { AlternativeKind } from '../parsing/normalise.js';
import type { Alignment } from './align.js';

export type Route = 'main' | AlternativeKind;

/** Which parts of two names were compared, and how their words pair. */
export interface Path {
  routes: readonly [asked: Route, official: Route];
  forms: FormRelation;
  alignment: Alignment;
}
