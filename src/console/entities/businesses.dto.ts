import { STANDINGS, type Standing } from '../../core/entities/verified-entity.js';
import { EntitiesQuery } from '../../modules/entities/entities.dto.js';
import { OneOf, Optional } from '../../modules/http/input/fields.js';

export class BusinessesQuery extends EntitiesQuery {
  @Optional()
  @OneOf(STANDINGS, { description: 'Only businesses of this standing.' })
  standing?: Standing;
}
