import { Module } from '@nestjs/common';
import { CveImportController } from './cve-import.controller.js';
import { Vulnerabilities } from './vulnerabilities.js';

/** Known vulnerabilities: the import of feeds, and what the report of them needs. */
@Module({ controllers: [CveImportController], providers: [Vulnerabilities], exports: [Vulnerabilities] })
export class CveModule {}
