import fc from 'fast-check';
import type { Actor } from '#assurance/matrix/actors.ts';
import type { MatrixCall } from '#assurance/matrix/calls.ts';
import { matrixEntries } from '#assurance/matrix/endpoints.ts';
import { appCode } from '#tests/support/two-factor.ts';
import { password, uploadBytes } from '#tests/support/world.ts';
import type { Dice } from './dice.ts';
import { kindAt, kindOfId, kindOfPath } from './kinds.ts';
import type { Operation } from './operations.ts';
import type { Things } from './things.ts';
import type { TokenKind, Tokens } from './tokens.ts';
import { type Hints, oddTexts, valuesOf } from './values-of-schema.ts';

export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | { readonly base64: string } | null;
}

export interface Drawing {
  readonly dice: Dice;
  readonly things: Things;
  readonly tokens: Tokens;
  readonly actor: Actor;
  readonly now: Date;
}

export function drawCall(operation: Operation, drawing: Drawing): MatrixCall {
  const { dice } = drawing;
  const calls = matrixEntries[operation.name]?.calls(drawing.actor) ?? {};
  const own = Object.values(calls);
  const call =
    own.length > 0 && dice.chance(0.55)
      ? varied(operation, (dice.chance(0.6) && calls.own) || dice.oneOf(own), drawing)
      : madeOf(operation, drawing, own[0]?.headers);
  return dice.chance(0.9) ? knowing(operation, call, drawing) : call;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function varied(operation: Operation, call: MatrixCall, drawing: Drawing): MatrixCall {
  const { dice, things, actor } = drawing;
  const boardId = actor.own.board.id;
  const put = new Map<string, string>();
  const text = JSON.stringify({ params: call.params, query: call.query, body: call.body }).replaceAll(
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    (id) => {
      const thing = things.get(id);
      if (!thing || dice.chance(0.5)) return put.get(id) ?? id;
      const other =
        put.get(id) ??
        things.idOf(dice, thing.kind, { boardId, near: [...put.values()], isForDeleted: bringsBack(operation) });
      put.set(id, other);
      return other;
    },
  );
  const { params, query, body } = JSON.parse(text) as MatrixCall;
  const made = operation.body !== null && isRecord(body) && dice.chance(0.5) ? madeOf(operation, drawing).body : null;
  const fresh = Object.entries(isRecord(made) ? made : {}).filter(() => dice.chance(0.4));
  return {
    ...call,
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body: isRecord(body) ? { ...body, ...Object.fromEntries(fresh) } : body }),
  };
}

function madeOf(operation: Operation, drawing: Drawing, headers: MatrixCall['headers'] = {}): MatrixCall {
  const { dice, things, actor } = drawing;
  const boardId = actor.own.board.id;
  const near = operation.endpoint.access === 'magic' ? [actor.own.announcement.id, actor.own.meeting.id] : [];
  const params: Record<string, string> = {};
  const main = kindOfPath(operation.path);
  for (const [name, schema] of Object.entries(operation.params)) {
    const drawn =
      schema.format === 'uuid'
        ? things.idOf(dice, name === 'id' ? (main ?? 'meetings') : kindOfId(name, operation.name), {
            boardId,
            near,
            isForDeleted: bringsBack(operation),
          })
        : String(dice.value(valuesOf(schema, name, hintsOf(operation, drawing, near))));
    near.push(drawn);
    params[name] = drawn;
  }
  const hints = hintsOf(operation, drawing, near);
  const query = Object.fromEntries(
    Object.entries(operation.query)
      .filter(([name]) => operation.requiredQuery.has(name) || dice.chance(0.3))
      .map(([name, schema]) => [name, String(dice.value(valuesOf(schema, name, hints)))]),
  );
  const body = operation.body === null ? undefined : dice.value(valuesOf(operation.body, 'body', hints));
  return { params, query, ...(body === undefined ? {} : { body }), headers };
}

function hintsOf(operation: Operation, drawing: Drawing, near: readonly string[]): Hints {
  const { dice, things, tokens, actor } = drawing;
  const wish = { boardId: actor.own.board.id, near, isForDeleted: bringsBack(operation) };
  const some = (kind: string) => fc.constantFrom(...[0, 1, 2].map(() => things.idOf(dice, kind, wish)));
  const names = (kind: string) => [...things.all(kind).flatMap(({ name }) => name ?? []), 'nobody'];
  const known = (kind: TokenKind) => fc.constantFrom('made-up-and-never-sent-to-anybody', ...tokens.of(kind));
  return {
    id: (key, kind) => some(kindAt(key, kind, operation)),
    text(key, schema) {
      if (/password/.test(key)) return fc.constantFrom(password, password, password, 'short', 'another password');
      if (key === 'email') return emails(names('users'), dice);
      if (key === 'slug') return fc.constantFrom(...names('members').filter((name) => name !== ''));
      if (key === 'board' || key === 'shortname') return shortnames(names('boards'), dice);
      if (key === 'time_zone') return fc.constantFrom('UTC', 'Europe/Zurich', 'Asia/Kathmandu', 'Nowhere/Land');
      if (key === 'url' || key === 'join_url' || key === 'link_url') return addresses;
      if (key === 'uid')
        return fc.oneof(
          known('meeting'),
          known('announcement'),
          known('paper'),
          fc.constantFrom(actor.uid, actor.own.announcementUid, actor.own.papers.own.uid),
        );
      if (key === 'uuid' || key === 'invitation_id') return known('invitation');
      if (key === 'token') return known(tokenOf(operation));
      if (key === 'file') return known(operation.name === 'boards.openLogo' ? 'logo' : 'feed');
      if (key === 'picture') return known('picture');
      if (key === 'after' && schema.format === undefined) return fc.oneof(known('cursor'), fc.constantFrom('x', 'e30'));
      if (key === 'annotations') return marks;
      if (key === 'primary_color') return fc.constantFrom('#123abc', '#ffffff', 'red');
      if (key === 'from' || key === 'to')
        return fc.constantFrom('2020-01-01', '2026-11-16', '2030-12-31', '2026-02-30');
      if (key === 'documents') return fc.oneof(some('documents'), fc.constant(''));
      if (key === 'next') return fc.constantFrom('/home', '//evil.example', 'https://evil.example/', '/\\evil.example');
      if (['searchString', 'words', 'find'].includes(key)) {
        return fc.constantFrom('meeting', 'item pag', '"', 'a & b | !c', 'zqx', ...oddTexts);
      }
      return null;
    },
  };
}

const emails = (known: readonly string[], dice: Dice) =>
  fc.oneof(
    fc.constantFrom(...known),
    fc.constant(`someone${dice.below(1_000_000)}@example.org`),
    fc.constantFrom('no address', 'a@b', 'ü@exämple.org'),
  );
const shortnames = (known: readonly string[], dice: Dice) =>
  fc.oneof(fc.constantFrom(...known, 'www', '-x', ''), fc.constant(`board${dice.below(100_000)}`));
const oddAddresses = `https://example.org/ https://www.youtube.com/watch?v=dQw4w9WgXcQ https://vimeo.com/76979871
  http://127.1/ http://2130706433/ http://[::ffff:10.0.0.1]/ javascript:alert(1) ftp://example.org
  https://docs.google.com/document/d/1/edit`.split(/\s+/);
const addresses = fc.constantFrom('', 'x'.repeat(2_001), ...oddAddresses);
const note =
  '<text page="0" rect="10,10,30,30" name="n1" title="x" date="D:20261116120000Z"><contents>Why?</contents></text>';
const xfdf = (annots: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots>${annots}</annots></xfdf>`;
const marks = fc.constantFrom(
  xfdf(''),
  xfdf(note),
  xfdf(note.repeat(3)),
  xfdf('<script>1</script>'),
  '<!DOCTYPE x><xfdf/>',
  '<xfdf',
  '',
  xfdf(note.replace('page="0"', 'page="999999"')),
  xfdf(note.replace('10,10,30,30', '1e400,NaN,-1,x')),
  'x'.repeat(65_000),
);

function tokenOf({ name }: Operation): TokenKind {
  return /mail/i.test(name) ? 'email-change' : 'reset';
}

const bringsBack = ({ name }: Operation): boolean => /restore|undelete/.test(name);

function knowing(operation: Operation, call: MatrixCall, drawing: Drawing): MatrixCall {
  const { dice, things, tokens, actor, now } = drawing;
  const { name } = operation;
  const body = isRecord(call.body) ? { ...call.body } : undefined;
  const params = { ...call.params };
  const recent = (kind: TokenKind, otherwise: string): string => {
    const known = tokens.of(kind);
    return known.length > 0 && dice.chance(0.9) ? dice.oneOf(known.slice(-12)) : otherwise;
  };
  if (params.token) params.token = recent(tokenOf(operation), params.token);
  if (params.uuid) params.uuid = recent('invitation', params.uuid);
  if (name === 'boards.openLogo' && params.file) params.file = recent('logo', params.file);
  if (params.picture) params.picture = recent('picture', params.picture);
  if (params.uid && name !== 'attendance.answer' && dice.chance(0.4)) {
    const isAnnouncement = /announcement/i.test(operation.path);
    const isPaper = /papers/.test(operation.path);
    params.uid = recent(isAnnouncement ? 'announcement' : isPaper ? 'paper' : 'meeting', params.uid);
    if (isAnnouncement && dice.chance(0.5)) params.uid = actor.own.announcementUid;
  }
  if (name === 'attendance.answer' && actor.userId === null && dice.chance(0.5)) {
    params.uid = recent('meeting', params.uid ?? '');
  }
  if (name.endsWith('nsubscribe') && dice.chance(0.4)) {
    const [member_id = '', choice = '', secret = ''] = recent('unsubscribe', '').split('/');
    if (secret !== '') Object.assign(params, { member_id, choice, secret });
  }
  if (body?.invitation_id) body.invitation_id = recent('invitation', String(body.invitation_id));
  if (name === 'twoFactor.turnOn' && body) body.code = codeOf(recent('app', ''), now);
  if (name === 'twoFactor.challenge' && body && dice.chance(0.5)) {
    const code = codeOf(recent('app', ''), now);
    return { ...call, body: dice.chance(0.5) ? { code } : { recovery_code: recent('recovery', 'aaaaa-aaaaa') } };
  }
  if (body && 'revision' in body && dice.chance(0.8)) body.revision = revisionFor(operation, params, drawing);
  if (call.query?.revision !== undefined && dice.chance(0.8)) {
    const query = { ...call.query, revision: String(revisionFor(operation, params, drawing)) };
    return { ...call, params, query };
  }
  if (body && typeof body.start === 'string' && dice.chance(0.8)) {
    const start = dice.chance(0.8) ? now.getTime() + (1 + dice.below(40)) * 43_200_000 : Date.parse(body.start);
    Object.assign(body, { start: new Date(start).toISOString(), end: new Date(start + 5_400_000).toISOString() });
  }
  if (body && Array.isArray(body.date_options)) {
    body.date_options = [3, 5, 8].slice(0, 1 + dice.below(3)).map((day) => {
      const start = now.getTime() + day * 86_400_000;
      return { start: new Date(start).toISOString(), end: new Date(start + 7_200_000).toISOString() };
    });
    if (dice.chance(0.7)) Object.assign(body, { start: null, end: null });
  }
  if (body?.upload_id && dice.chance(0.9)) body.upload_id = uploadFor(operation, String(body.upload_id), drawing);
  if (name === 'profile.setPicture' && body) body.crop = { left: 10, top: 10, side: 100 + dice.below(200) };
  if (body?.body !== undefined) body.body = richText(dice);
  if (body?.version_id && params.id) {
    body.version_id = things.idOf(dice, 'document_versions', { boardId: actor.own.board.id, near: [params.id] });
  }
  if (name === 'invitations.confirmAccount' && body && dice.chance(0.7)) {
    const waiting = things.all('invitations').filter(({ boardId }) => boardId === actor.own.board.id);
    if (waiting.length > 0) body.email = dice.oneOf(waiting).name ?? '';
    if (dice.chance(0.7)) Object.assign(body, { mode: 'createAccount', password_confirmation: body.password });
  }
  if (/^uploads\.|PaperUpload$/.test(name)) return uploading(operation, { ...call, params }, dice);
  return { ...call, params, ...(body === undefined ? {} : { body }) };
}

const codeOf = (key: string, now: Date): string => (key === '' ? '123456' : appCode(key, now));

function revisionFor({ name }: Operation, params: MatrixCall['params'], { dice, things, actor }: Drawing): number {
  const about = things.get(params?.id ?? (name.startsWith('boards.') ? actor.own.board.id : ''));
  return (about?.revision ?? 1) + dice.oneOf([0, 0, 0, 0, 0, -1, 1]);
}

function uploadFor({ name }: Operation, otherwise: string, { dice, things, actor }: Drawing): string {
  const member = things
    .all('members')
    .find((each) => each.parent === actor.userId && each.boardId === actor.own.board.id);
  const wanted = /Picture|Logo/.test(name) ? /png$/ : /./;
  const own = things.all('uploads').filter((each) => each.parent === member?.id && wanted.test(each.name ?? ''));
  const unused = own.filter(({ isDeleted }) => !isDeleted);
  return unused.length > 0 ? dice.oneOf(unused).id : otherwise;
}

function uploading({ name }: Operation, call: MatrixCall, dice: Dice): MatrixCall {
  const headers = { ...call.headers, 'tus-resumable': dice.chance(0.95) ? '1.0.0' : '9.9' };
  if (/create/.test(name)) {
    const file = dice.oneOf(['paper.pdf', 'face.png', '../../x.pdf', 'program.exe', 'CON', '', 'x'.repeat(300)]);
    const length = dice.oneOf([uploadBytes.length, uploadBytes.length, 0, -1, 2 ** 40, 'x']);
    const metadata = `filename ${Buffer.from(file).toString('base64')}`;
    return { ...call, headers: { ...headers, 'upload-length': String(length), 'upload-metadata': metadata } };
  }
  if (!/append/.test(name)) return { ...call, headers };
  const offset = String(dice.oneOf([0, 0, 0, 1, uploadBytes.length, -1, 2 ** 40]));
  const type = dice.chance(0.95) ? 'application/offset+octet-stream' : 'application/octet-stream';
  const bytes = dice.oneOf([uploadBytes, uploadBytes, uploadBytes.subarray(0, 7), Buffer.alloc(1_000)]);
  return { ...call, headers: { ...headers, 'upload-offset': offset, 'content-type': type }, bytes };
}

function richText(dice: Dice): unknown {
  const text = { type: 'text', text: dice.oneOf(['Words', ...oddTexts]) };
  const link = {
    ...text,
    marks: [{ type: 'link', attrs: { href: dice.oneOf(['https://example.org/', 'javascript:1']) } }],
  };
  const paragraph = { type: 'paragraph', content: [dice.oneOf([text, text, link])] };
  const content = dice.oneOf([[paragraph], [paragraph, paragraph], [], [{ type: 'script', content: [text] }]]);
  return { type: 'doc', content };
}
