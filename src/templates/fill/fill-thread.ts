/** The thread in which one template is filled: it is ended when that takes too long, and has its own memory. */
import { serve } from '../../core/thread.js';
import { fill } from './liquid.js';

serve(fill, (filled) => ('bytes' in filled ? [filled.bytes.buffer] : []));
