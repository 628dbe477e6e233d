import type { ListedEntity } from '../../registries/registry.suite.js';
import { ckan, type Contract } from '../contract.js';

const entity = ({ id, name, ended }: ListedEntity) => ({
  uen: id,
  entity_name: name,
  uen_status_desc: ended === true ? 'Deregistered' : 'Registered',
});

export const CONTRACTS: readonly Contract[] = [ckan('sg', entity, 'entity_name')];
