import type { ListedEntity } from '../../registries/registry.suite.js';
import { ckan, type Contract } from '../contract.js';

const company = ({ id, name, ended }: ListedEntity) => ({
  'Company Name': name,
  ACN: id,
  Status: ended === true ? 'DRGD' : 'REGD',
  'Current Name': '',
});

export const CONTRACTS: readonly Contract[] = [ckan('au', company, 'Company Name')];
