import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { PersonalData } from './personal-data.js';

/** A person asked not to be named any more: what could name them goes, the business itself stays verifiable. */
export class ErasePersonalData {
  constructor(private readonly personalData: PersonalData) {}

  async run(id: Id<'ent'> | undefined): Promise<void> {
    if (!id || !(await this.personalData.erase(id))) throw new AppError('ENTITY_NOT_FOUND');
  }
}
