#!/usr/bin/env node
/** `meridian COMMAND`: works on a map over HTTP, and on the database of a server for whoever may use its machine. */
import { main } from './program.js';

void main(process.argv.slice(2));
