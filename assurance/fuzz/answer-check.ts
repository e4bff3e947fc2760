import type { Operation } from './operations.ts';
import type { WireRequest } from './requests.ts';
import type { WireAnswer } from './send.ts';

const refusals: ReadonlySet<number> = new Set([403, 404, 405, 409, 413, 419, 421, 422, 423, 429, 431]);
const ofFiles: ReadonlySet<number> = new Set([200, 201, 204, 206, 302, 303, 304, 416]);
const ofUploads: ReadonlySet<number> = new Set([...ofFiles, 400, 410, 412, 415, 460]);
const innards = /node_modules|\/server\/|at \w+ \(|select .* from |ECONNREFUSED|PostgresError/;

export function complaintAbout(
  operation: Operation,
  given: { readonly request: WireRequest; readonly answer: WireAnswer; readonly isAsDeclared: boolean },
): string | null {
  const { request, isAsDeclared } = given;
  const { status, headers, text } = given.answer;
  if (status >= 500) return `it failed with ${status}`;
  if (headers['x-content-type-options'] !== 'nosniff' && status !== 400 && status !== 431) return 'nosniff is missing';
  const isJson = String(headers['content-type'] ?? '').startsWith('application/json');
  if (isJson && innards.test(text)) return 'it reveals internals of the server';
  if (!isAsDeclared || request.method === 'OPTIONS') return null;
  const { reply, status: success = 200 } = operation.endpoint;
  const isFile = reply === 'file' || reply === 'page' || reply === 'stream';
  const successes = /^uploads\.|PaperUpload$/.test(operation.name)
    ? ofUploads
    : isFile
      ? ofFiles
      : new Set([success, 200]);
  if (!refusals.has(status) && !successes.has(status)) return `${status} is not in its contract`;
  if (!isJson) return isFile || request.method === 'HEAD' ? null : `it is ${String(headers['content-type'])}`;
  if (request.method === 'HEAD') return null;
  const json: unknown = JSON.parse(text);
  if (status >= 400 || isDeclined(json)) return refusalComplaint(json);
  return isFile ? null : operation.complaint(json);
}

export const isDeclined = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'status' in json && json.status === 'error';

const refusalKeys: ReadonlySet<string> = new Set(['status', 'msg', 'errors', 'step']);

function refusalComplaint(json: unknown): string | null {
  if (!isDeclined(json)) return 'its refusal has no error status';
  const refusal = json as Readonly<Record<string, unknown>>;
  if (typeof refusal.msg !== 'string') return 'its refusal has no msg';
  const unknown = Object.keys(refusal).filter((key) => !refusalKeys.has(key));
  return unknown.length === 0 ? null : `its refusal contains ${unknown.join(', ')}`;
}
