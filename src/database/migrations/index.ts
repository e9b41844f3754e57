/** All migrations, oldest first. */
import { TheMap1795219200000 } from './1795219200000-the-map.js';

export const MIGRATIONS = [TheMap1795219200000];
