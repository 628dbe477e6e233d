import type { FormRelation } from '../parsing/legal-forms.js';
import type { AlternativeKind } from '../parsing/normalise.js';
import type { Alignment } from './align.js';

export type Route = 'main' | AlternativeKind;

export interface Path {
  routes: readonly [asked: Route, official: Route];
  forms: FormRelation;
  alignment: Alignment;
}
