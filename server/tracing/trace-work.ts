import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import type { Context } from '#server/context.ts';
import { BoardSuspended } from '#server/db/board-scope.ts';
import type { OfficeConverter } from '#server/integrations/office/office-converter.ts';
import type { DocumentStorage } from '#server/integrations/storage/document-storage.ts';
import { type JobHandler, RetryAt } from '#server/jobs/worker.ts';
import { inChildSpan, inSpan, type Spans } from './spans.ts';

/** Each attempt is a trace of its own. */
export const traceJobs = (spans: Spans, handlers: readonly JobHandler[]): readonly JobHandler[] =>
  handlers.map((handler) => ({
    ...handler,
    handle: (payload, attempt) =>
      inSpan(
        spans,
        {
          name: `job ${handler.name}`,
          kind: SpanKind.CONSUMER,
          attributes: { 'dais.job': handler.name, 'dais.attempt': attempt.attempt },
          parent: ROOT_CONTEXT,
          isFailure: (error) => !(error instanceof RetryAt || error instanceof BoardSuspended),
        },
        () => handler.handle(payload, attempt),
      ),
  }));

/** Nothing of what is sent, stored or converted is named. */
export const traceParts = (spans: Spans, context: Context): Context => ({
  ...context,
  mail: {
    send: (message) => inChildSpan(spans, part('mail send'), () => context.mail.send(message)),
    verify: () => context.mail.verify(),
    close: () => context.mail.close(),
  },
  storage: tracedStorage(spans, context.storage),
  office: context.office && tracedOffice(spans, context.office),
});

const part = (name: string) => ({ name, kind: SpanKind.CLIENT });

function tracedStorage(spans: Spans, storage: DocumentStorage): DocumentStorage {
  const call = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    inChildSpan(spans, part(`storage ${name}`), work);
  return {
    putFile: (key, path) => call('put', () => storage.putFile(key, path)),
    byteSize: (key) => call('size', () => storage.byteSize(key)),
    open: (key, range) => call('open', () => storage.open(key, range)),
    withLocalFile: (key, work) => call('local file', () => storage.withLocalFile(key, work)),
    remove: (key) => call('remove', () => storage.remove(key)),
    folders: (folder) => call('folders', () => storage.folders(folder)),
    list: (folder) => call('list', () => storage.list(folder)),
    room: () => call('room', () => storage.room()),
  };
}

/** With what is then done with the PDF. */
const tracedOffice = (spans: Spans, office: OfficeConverter): OfficeConverter => ({
  convert: (path, extension, work) =>
    inChildSpan(spans, { ...part('office convert'), attributes: { 'dais.extension': extension } }, () =>
      office.convert(path, extension, work),
    ),
});
