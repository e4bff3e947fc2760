import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Ports } from './db/board-scope.ts';
import type { Database } from './db/database.ts';
import type { DeferredWrites } from './db/deferred-writes.ts';
import type { SharedLocks } from './db/shared-locks.ts';
import type { Capacity } from './fair-semaphore.ts';
import type { LiveHub } from './features/core/events/live-hub.ts';
import type { MailTransport } from './integrations/mail/transport.ts';
import type { OfficeConverter } from './integrations/office/office-converter.ts';
import type { ReadingCopier } from './integrations/office/reading-copy.ts';
import type { TextReader } from './integrations/office/text-reader.ts';
import type { DocumentStorage } from './integrations/storage/document-storage.ts';
import type { UploadArea } from './integrations/storage/upload-area.ts';
import type { Secrets } from './secrets.ts';

export interface Context {
  readonly config: Config;
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly capacity: Capacity;
  readonly clock: Clock;
  readonly log: Logger;
  readonly secrets: Secrets;
  readonly storage: DocumentStorage;
  readonly uploads: UploadArea;
  readonly locks: SharedLocks;
  readonly mail: MailTransport;
  readonly office: OfficeConverter | null;
  readonly textReader: TextReader | null;
  readonly readingCopier: ReadingCopier | null;
  readonly live: LiveHub;
  readonly deferred: DeferredWrites;
  readonly ports: Ports;
  /** If this is true, undeclared fields in a response are an error. Only tests set it. */
  readonly checkAnswers: boolean;
}
