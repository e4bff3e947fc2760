import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server, type ServerOptions } from '@tus/server';
import type { Context } from '#server/context.ts';
import type { AskedRaw } from '#server/http/implement.ts';
import { refusalOf } from './refusals.ts';
import { uploadLocker } from './upload-lock.ts';

interface Admitted {
  /** The id of the row that the request's rights were checked against. */
  readonly uploadId: string;
  readonly asked: AskedRaw;
  /** What is set on it goes with the protocol's own answer. */
  readonly response: ServerResponse;
}

/** Set on the request before the protocol answers it. */
const admitted = new WeakMap<IncomingMessage, Admitted>();
const servers = new WeakMap<Context, Server>();

/** Tells the protocol which upload the request is for; its own reading of the address takes the query for a path. */
export function admitUpload(request: IncomingMessage, given: Admitted): void {
  admitted.set(request, given);
}

/** The tus protocol over the upload area (creation, core, termination). Rights are checked before it is asked. */
export function tusServer(context: Context): Server {
  const known = servers.get(context);
  if (known) return known;
  const server = new Server({
    path: '/ajax/uploads',
    datastore: context.uploads.store,
    locker: uploadLocker(context.locks),
    // How long one who is asked to let go may still finish; after a lost lock as well, so it is short.
    lockDrainTimeout: 1_000,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: context.config.uploadBytesMax,
    namingFunction: (request) => admittedOf(request).uploadId,
    getFileIdFromRequest: (request) => admittedOf(request).uploadId,
    onResponseError: (request, error) => refusalOf(context, { error, ...admittedOf(request) }),
  });
  servers.set(context, server);
  return server;
}

type TusRequest = Parameters<NonNullable<ServerOptions['namingFunction']>>[0];

function admittedOf(request: TusRequest): Admitted {
  const raw = request.runtime?.node?.req as IncomingMessage | undefined;
  const found = raw && admitted.get(raw);
  if (!found) throw new Error('An upload was not admitted.');
  return found;
}
