/** Which objects changed since. */
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { ResourceModel } from '../../engine/index.js';
import { Publication } from '../../events/publication.js';

/** The objects of a type that were written since. */
export interface Changed {
  /** Upwards. */
  ids: number[];
  /** Those that were written since this was last asked, or made. */
  late(): Promise<number[]>;
}

@Injectable()
export class ChangedObjects {
  constructor(
    private readonly database: Database,
    private readonly publication: Publication,
  ) {}

  /** From the event of this number on; changes of their columns alone, and not of other ends of links. */
  async since(resource: ResourceModel, first: number): Promise<Changed> {
    let { number } = await this.publication.upToDate();
    const ids = await this.between(resource, first, number);
    return {
      ids,
      late: async () => {
        const known = number;
        ({ number } = await this.publication.upToDate());
        return number > known ? this.between(resource, known + 1, number) : [];
      },
    };
  }

  private async between({ path }: ResourceModel, first: number, last: number): Promise<number[]> {
    const rows = await this.database.all(
      'SELECT DISTINCT `object_id` AS id FROM `own_events` WHERE `type` = ? AND `number` BETWEEN ? AND ? AND `links` IS NULL ORDER BY id',
      [path, first, last],
    );
    return rows.map(({ id }) => Number(id));
  }
}
