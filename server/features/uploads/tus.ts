import type { IncomingMessage } from 'node:http';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import type { Context } from '../../context.ts';

/** Set on the request before the protocol answers it: the id of the row that was made for the new upload. */
const announced = new WeakMap<IncomingMessage, string>();
const servers = new WeakMap<Context, Server>();

/** Tells the protocol which id a new upload gets. */
export function announceUpload(request: IncomingMessage, uploadId: string): void {
  announced.set(request, uploadId);
}

/** The tus protocol over the upload area (creation, core, termination). Rights are checked before it is asked. */
export function tusServer(context: Context): Server {
  const known = servers.get(context);
  if (known) return known;
  const server = new Server({
    path: '/ajax/uploads',
    datastore: new FileStore({ directory: context.uploads.folder }),
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: context.config.uploadBytesMax,
    namingFunction: (request) => {
      const raw = request.runtime?.node?.req as IncomingMessage | undefined;
      const id = raw && announced.get(raw);
      if (!id) throw new Error('An upload was not announced.');
      return id;
    },
  });
  servers.set(context, server);
  return server;
}
