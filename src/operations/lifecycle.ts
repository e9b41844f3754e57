/** Where the server is in its life. */
import { Injectable } from '@nestjs/common';

@Injectable()
export class Lifecycle {
  /** The server was told to end: what is under way is finished, and nothing new is begun. */
  stopping = false;
}
