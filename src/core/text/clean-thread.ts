/** A thread that cleans texts: long rich ones take seconds, during which the event loop would be blocked. */
import { serve } from '../thread.js';
import { cleanHtml } from './html.js';

serve((texts: readonly string[]) => texts.map(cleanHtml));
