import type { ListedEntity } from '../../registries/registry.suite.js';
import { ckan, type Contract } from '../contract.js';

const company = ({ id, name, ended }: ListedEntity) => ({
  company_num: Number(id),
  company_name: name,
  company_status: ended === true ? 'Dissolved' : 'Normal ',
});

export const CONTRACTS: readonly Contract[] = [ckan('ie', company, 'company_name')];
