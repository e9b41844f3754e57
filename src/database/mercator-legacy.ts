/** A database that the older application made, and what is different about it (contract 13). */
import type { DataSource } from 'typeorm';

/** The older application's default; its timestamps are wall time of this zone. */
export const ITS_ZONE = 'Europe/Paris';

/** What is known about who made a database. */
export interface Origin {
  /** The zone in which stored timestamps are wall time. */
  zone: string;
  /** The older application made it, and may go on writing into it. */
  older: boolean;
  /** What the one who starts the server should know. */
  notices: string[];
}

/** Who made the database: the older application keeps its own `migrations`. `zone`: as the settings say, if they do. */
export async function originOf(source: DataSource, zone: string | undefined): Promise<Origin> {
  const runner = source.createQueryRunner();
  try {
    const older = await runner.hasTable('migrations');
    const notices = older && !zone ? [NOTICE] : [];
    return { zone: zone ?? (older ? ITS_ZONE : 'UTC'), older, notices };
  } finally {
    await runner.release();
  }
}

const NOTICE =
  `This database was made by the older application: its times are taken as wall time of ${ITS_ZONE}. ` +
  'If the application was set to another zone, name that one in DB_TIMEZONE.';
