import { expect, test } from 'vitest';
import { z } from 'zod';
import { profileValueError } from '#domain/profile-fields.ts';
import { routes } from '#server/app.ts';
import { testApp } from './support/test-app.ts';

const server = testApp();

/**
 * The place of a value in a request, for example `meetings.create body.date_options[].start`, and the value's schema.
 */
type PlacedText = readonly [string, z.ZodType];

const texts: readonly PlacedText[] = routes.flatMap(({ endpoint }) => [
  ...textsIn(endpoint.query, `${endpoint.name} query`),
  ...textsIn(endpoint.body, `${endpoint.name} body`),
]);

function textsIn(schema: unknown, at: string): readonly PlacedText[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, each]) => textsIn(each, `${at}.${key}`));
  }
  if (schema instanceof z.ZodArray) return textsIn(schema.element, `${at}[]`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((each) => textsIn(each, at));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return textsIn(schema.unwrap(), at);
  }
  if (schema instanceof z.ZodPipe && !(schema.in instanceof z.ZodString)) return textsIn(schema.in, at);
  return schema instanceof z.ZodType ? [[at, schema]] : [];
}

const inOneLine = texts.filter(([at]) =>
  /[. ](title|name|first_name|last_name|board_title|location|presenter|role|options\[\])$/.test(at),
);
const inLines = texts.filter(([at]) => /\.(description|note|question)$/.test(at));

test('the tested single-line text fields include some from every main module', () => {
  const nouns = new Set(inOneLine.map(([at]) => at.split('.')[0]));
  for (const noun of 'meetings agenda groups library documents announcements account people boards'.split(' ')) {
    expect([...nouns]).toContain(noun);
  }
  expect(inLines.length).toBeGreaterThan(8);
});

test.each(inOneLine)('%s is normalised to one line', (_at, schema) => {
  const read = schema.safeParse('\r\nAnn\r\nLee\u2028Ng\n');
  if (read.success) expect(String(read.data).trim()).toBe('Ann Lee Ng');
  else expect(schema.safeParse('Ann Lee Ng').success).toBe(false);
});

/** Invisible characters: zero-width, control and bidirectional characters, fillers and blanks. */
const unseen = [
  ' ',
  '\u200b',
  '\u2060\ufeff',
  '\u202e',
  '\u00ad',
  '\u3164',
  '\u2800',
  '\u0007\u2066 \u115f\u034f\ufe0f',
];
// Locations, presenters and roles are optional, and a person needs only a first or a last name.
const optional = /\.(location|presenter|role|first_name|last_name)$|^invitations\.inviteSeveral /;
const byTheirWholeList = /^profile\.saveFields /;
const names = inOneLine.filter(([at]) => !optional.test(at) && !byTheirWholeList.test(at));

test.each(names)('%s must contain a visible character', (_at, schema) => {
  for (const text of unseen) {
    expect(schema.safeParse(text).error?.issues[0]?.message, JSON.stringify(text)).toBe('This field is required.');
  }
  // Zero-width joiners are valid within visible text.
  if (schema.safeParse('Ann').success) expect(schema.parse('👩\u200d⚖️')).toBe('👩\u200d⚖️');
});

test('names of people, and names and values of profile fields, must contain a visible character', async () => {
  const board = await server.make.board();
  const client = await server.signIn(await server.make.member({ board, isBoardAdmin: true }));
  const required = 'This field is required.';
  const noName = 'Enter a first name or a last name';
  const field = { id: null, kind: 'text', required: true, visibility: 'everyone', options: [] };
  for (const name of unseen) {
    const refused = async (path: string, body: object) => (await client.post(path, body)).json.errors;
    const person = { first_name: name, last_name: name, email: 'nia@example.org' };
    expect(await refused('/ajax/people', person)).toEqual({ first_name: noName });
    const fields = { member: [{ ...field, name }], admin: [] };
    expect(await refused('/ajax/profile-fields', fields)).toEqual({ 'member.0.name': required });
    const several = await client.post('/ajax/invitations', { people: [{ line: 1, ...person }] });
    expect(several.json.data.lines[0]).toMatchObject({ state: 'failed', message: expect.stringContaining(noName) });
    expect(profileValueError({ ...field, kind: 'text' }, name)).toBe(required);
  }
});

test.each(inLines)('%s keeps its line breaks', (_at, schema) => {
  expect(schema.parse('First\nsecond\n')).toBe('First\nsecond');
});

const real = ['2026-11-16T12:00:00Z', '2026-11-16T12:00:00.123456Z'];
const unreal = `0000-01-01T00:00:00Z -000001-01-01T00:00:00Z -2026-01-01T00:00:00Z +010000-01-01T00:00:00Z
  10000-01-01T00:00:00Z 2026-02-30T00:00:00Z 2026-99-99T99:99:99Z 2026-11-16T12:00:00+99:99 infinity`.split(/\s+/);

const instants = texts.filter(
  ([, schema]) => real.every((text) => schema.safeParse(text).success) && !schema.safeParse('x'.repeat(30)).success,
);

test('the tested time fields include query parameters, body fields and fields of lists in bodies', () => {
  expect(instants.map(([at]) => at)).toEqual(
    expect.arrayContaining([
      'mail.list query.before',
      'announcements.list query.before',
      'audit.list query.from',
      'audit.list query.to',
      'meetings.create body.start',
      'meetings.create body.date_options[].start',
      'announcements.publish body.publish_on',
    ]),
  );
});

test.each(instants)('%s rejects times that the database cannot store', (_at, schema) => {
  expect(unreal.filter((text) => schema.safeParse(text).success)).toEqual([]);
});
