import { Html, MapObject, Name, Owns, Resource, Str } from '../../engine/index.js';
import { Level } from '../codes.js';
import type { Process } from './process.entity.js';

/** A set of processes that serve one purpose. */
@Resource('macro-processuses', {
  titles: { en: ['Macro-process', 'Macro-processes'], fr: ['Macro-processus', 'Macro-processus'] },
  view: 'business',
  key: 'macro_processus',
  uid: 'MACROPROCESS_',
  morph: 'MacroProcessus',
  about: 'A set of processes that serve one purpose.',
})
export class MacroProcess extends MapObject {
  @Name({ about: 'Name of the macro-process' }) name!: string;
  @Html({ search: true, about: 'Description of the macro-process' }) description!: string | null;
  @Str({ later: true, search: true, about: 'Kind, free text' }) type!: string | null;
  @Str({ later: true, search: true, joined: true, about: 'Free tags, separated by spaces' })
  attributes!: string | null;
  @Html({ search: true, about: 'Inputs and outputs' }) io_elements!: string | null;
  @Level({ about: 'Confidentiality need, level', need: 'c' }) security_need_c!: number | null;
  @Level({ about: 'Integrity need, level', need: 'i' }) security_need_i!: number | null;
  @Level({ about: 'Availability need, level', need: 'a' }) security_need_a!: number | null;
  @Level({ about: 'Traceability need, level', need: 't' }) security_need_t!: number | null;
  @Level({ about: 'Authenticity need, level', need: 'auth' }) security_need_auth!: number | null;
  @Str({ search: true, about: 'Owner' }) owner!: string | null;
  @Owns('processes', 'macroprocess_id') processes!: Process[];
}
