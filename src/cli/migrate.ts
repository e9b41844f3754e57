#!/usr/bin/env node
/** `npm run migrate`: another spelling of `meridian migrate`. */
import { main } from './program.js';

void main(['migrate', ...process.argv.slice(2)]);
