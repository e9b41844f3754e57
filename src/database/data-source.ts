/** TypeORM's view of the map, for migrations and for the repositories of modules beside ours (docs/extending.md). */
import { DataSource, type DataSourceOptions } from 'typeorm';

/** A data source that keeps to what is stored, and to the tables as migrations made them. */
export class MapDataSource extends DataSource {
  constructor(options: DataSourceOptions) {
    super(options);
    keepStoredTimes(this.driver);
  }

  protected override async buildMetadatas(): Promise<void> {
    await super.buildMetadatas();
    // Migrations make join tables, some with an id of their own and some without any key. Options of the relation that say so
    // do not come through `EntitySchema`.
    for (const metadata of this.entityMetadatas) if (metadata.isJunction) metadata.synchronize = false;
  }
}

/**
 * Repositories read and write times as the text that is stored, like the rest of the program: TypeORM would make dates of them
 * in the zone of the process, which is not that of the database.
 */
function keepStoredTimes(driver: DataSource['driver']): void {
  const isTime = ({ type }: { type: unknown }): boolean => type === 'timestamp' || type === 'datetime';
  const [hydrate, persist] = [driver.prepareHydratedValue.bind(driver), driver.preparePersistentValue.bind(driver)];
  driver.prepareHydratedValue = (value, column) => (isTime(column) ? value : hydrate(value, column));
  driver.preparePersistentValue = (value, column) => (isTime(column) ? value : persist(value, column));
}
