import type { IncomingMessage } from 'node:http';
import { Server, type ServerOptions } from '@tus/server';
import type { Context } from '../../context.ts';
import { refusalOf } from './refusals.ts';
import { uploadLocker } from './upload-lock.ts';

/** Set on the request before the protocol answers it: the id of the row that its rights were checked against. */
const admitted = new WeakMap<IncomingMessage, string>();
const servers = new WeakMap<Context, Server>();

/** Tells the protocol which upload the request is for; its own reading of the address takes the query for a path. */
export function admitUpload(request: IncomingMessage, uploadId: string): void {
  admitted.set(request, uploadId);
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
    namingFunction: admittedId,
    getFileIdFromRequest: admittedId,
    onResponseError: (_request, error) => refusalOf(context, error),
  });
  servers.set(context, server);
  return server;
}

type TusRequest = Parameters<NonNullable<ServerOptions['namingFunction']>>[0];

function admittedId(request: TusRequest): string {
  const raw = request.runtime?.node?.req as IncomingMessage | undefined;
  const id = raw && admitted.get(raw);
  if (!id) throw new Error('An upload was not admitted.');
  return id;
}
