import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { mayHoldUnstorable, mendTexts } from './unstorable-text.ts';

/** The one form that mail programs post. */
const formBytesMax = 4_096;

type Done = (error: Error | null, body?: unknown) => void;

/** How bodies are read: JSON, the one form of mail programs, and parts of files, which the tus protocol reads itself. */
export function addBodyParsers(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const readJson = (request: FastifyRequest, bytes: string | Buffer, done: Done): void => {
    const text = String(bytes);
    // A client may say that its body is JSON and send none.
    if (isBlank(text)) {
      done(null);
      return;
    }
    parse(request, text, (error, body) => {
      if (!error && mayHoldUnstorable(text)) mendTexts(body);
      done(error, body);
    });
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readJson);
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
  // What a mail program posts to an unsubscribe address says nothing that the address does not say (RFC 8058).
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  app.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: formBytesMax }, (_request, text, done) =>
    done(null, isBlank(text) ? undefined : null),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    if (request.headers['content-type'] === undefined) return readJson(request, text, done);
    // An empty body has no type, whatever its header says; an address that is not there gets its own answer.
    if (isBlank(text) || request.is404) return done(null, undefined);
    return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE());
  });
}

const isBlank = (text: string | Buffer): boolean => String(text).trim() === '';

/** The specification's payloads 'none' and 'empty' (section 7): such an endpoint is asked with `{}` or without a body. */
export const hasEmptyBody = ({ body }: Endpoint): boolean => body !== undefined && Object.keys(body.shape).length === 0;
